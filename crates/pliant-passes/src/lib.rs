//! The work of the GPU as data. Read `table.rs` first.
//!
//! - [`types`]: structs that CPU and shaders share
//! - [`passes`]: the pass table
//! - [`Recording`]: dispatches of a frame, and the barriers that they need
//! - [`Engine`]: the trait of engines, which run recordings
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

#[macro_use]
mod table;

mod barriers;
mod bind;
mod engine;
pub mod glsl;
mod id;
pub mod layout;
pub mod pass;
pub mod passes;
mod recording;
pub mod types;

pub use bind::{Bind, Buffer, BufferId};
pub use engine::{Engine, EngineError, Memory, PassTime, ProgramId};
pub use id::PassId;
pub use pass::{Access, Pass};
pub use passes::PASSES;
pub use recording::{Command, Dispatch, Recording, Variant, Workgroups};
