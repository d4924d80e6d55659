//! The shaders as SPIR-V, a CPU implementation of each pass, and the engine that runs them ([`CpuEngine`]).
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(unsafe_code)]

mod cpu;
mod engine;
#[allow(unsafe_code, reason = "threads share the buffers of a dispatch")]
pub mod memory;
pub mod reflect;
pub mod tree;
mod views;

pub use cpu::fields::Fields;
pub use cpu::filter::filters_allow;
pub use cpu::hinge::{Bend, bend};
pub use cpu::mesh::{CollisionMeshes, Surface, bend_at_edge};
pub use cpu::rigid::{Placed, overlap};
pub use cpu::shapes::surface;
pub use engine::{CpuEngine, Interrupt, Traffic, run};

use pliant_passes::Pass;

static SPIRV: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/spirv.rs"));

/// The SPIR-V of a shader by its path under `shaders/`, such as `draw/mesh.frag`.
#[must_use]
pub fn spirv(path: &str) -> Option<&'static [u8]> {
    SPIRV
        .iter()
        .find(|(name, _)| *name == path)
        .map(|(_, code)| *code)
}

/// The SPIR-V of a pass; with `texels`, the form that reads fetched slots as texels.
#[must_use]
pub fn pass_spirv(pass: &Pass, texels: bool) -> &'static [u8] {
    let fetches = texels && pass.slots.iter().any(|s| s.fetched);
    let form = if fetches { "+texels" } else { "" };
    spirv(&format!("{}.comp{form}", pass.name)).expect("a test finds every row's shader")
}
