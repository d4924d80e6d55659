//! A CPU implementation of each pass, and the engine that runs them ([`CpuEngine`]).
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(unsafe_code)]

mod cpu;
mod engine;
#[allow(unsafe_code, reason = "threads share the buffers of a dispatch")]
pub mod memory;
pub mod tree;
mod views;

pub use cpu::fields::Fields;
pub use cpu::filter::filters_allow;
pub use cpu::hinge::{Bend, bend};
pub use cpu::mesh::{CollisionMeshes, Surface, bend_at_edge};
pub use cpu::rigid::{Placed, overlap};
pub use cpu::shapes::surface;
pub use engine::{CpuEngine, Interrupt, Traffic, run};
