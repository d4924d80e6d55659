//! The work of the GPU as data: structs that CPU and shaders share ([`types`]), the pass table ([`passes`]), recordings of dispatches
//! ([`Recording`]) with their barriers, and the trait of engines that run them ([`Engine`]). Read `table.rs` first.
#![forbid(unsafe_code)]

mod barriers;
mod bind;
mod engine;
pub mod glsl;
pub mod layout;
pub mod pass;
pub mod passes;
mod recording;
mod table;
pub mod types;

pub use barriers::Hazard;
pub use bind::{Bind, Buffer};
pub use engine::{Engine, EngineError, Memory, PassTime, ProgramId};
pub use pass::{Access, Pass};
pub use passes::{PASSES, PassId};
pub use recording::{BufferId, Command, Dispatch, Recording, Variant, Workgroups};
