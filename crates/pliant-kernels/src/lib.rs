//! What the GPU runs, as data: GPU structs ([`types`]), the pass table ([`passes`]), SPIR-V, recordings
//! ([`Recording`]), and a plain Rust twin of each compute pass. Read [`passes`] first.
#![forbid(unsafe_code)]

mod barriers;
pub mod couple_types;
mod cpu;
pub mod draw_types;
mod engine;
pub mod field_types;
pub mod fluid_types;
pub mod layout;
pub mod pass;
pub mod passes;
mod recording;
pub mod reflect;
pub mod rigid_types;
pub mod tangle_types;
pub mod touch_types;
pub mod tree;
pub mod types;

pub use barriers::Hazard;
pub use cpu::fields::Fields;
pub use cpu::filter::meets;
pub use cpu::hinge::{Bend, bend};
pub use cpu::mesh::Shells;
pub use cpu::rigid::{Placed, overlap};
pub use cpu::shapes::{Surface, surface};
pub use engine::{CpuEngine, Engine, EngineError, Memory, PassTime, ProgramId};
pub use pass::{Access, Pass, PassId};
pub use passes::PASSES;
pub use recording::{BufferId, Command, Dispatch, Recording, Variant, Workgroups};

static SPIRV: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/spirv.rs"));

/// The SPIR-V of a shader by its path under `shaders/`, such as `draw/mesh.frag`.
#[must_use]
pub fn spirv(path: &str) -> Option<&'static [u8]> {
    SPIRV
        .iter()
        .find(|(name, _)| *name == path)
        .map(|(_, code)| *code)
}
