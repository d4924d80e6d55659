//! The work of the GPU as data. Read `table.rs` first.
//!
//! - [`types`]: structs that CPU and shaders share
//! - [`passes`]: the pass table
//! - [`Recording`]: dispatches of a frame, and the barriers that they need
//! - [`Engine`]: the trait of engines, which run recordings
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
