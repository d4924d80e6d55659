//! Simulates a [`pliant_scene::Scene`]: builds its model on the host and its buffers on an engine, and records the passes
//! of a frame. Start with [`Simulation`].
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod assembly;
mod buffers;
mod build;
mod checkpoint;
mod collide;
mod constraints;
mod contact;
mod couple;
mod error;
mod fluid;
mod memory;
mod metrics;
mod model;
mod particles;
mod rigid;
mod settings;
mod simulation;
mod step;
mod tearing;
mod views;
mod world;

pub use checkpoint::{Checkpoint, Identity};
pub use error::Error;
pub use fluid::neighbours::Neighbours;
pub use metrics::*;
pub use settings::Settings;
pub use simulation::Simulation;
pub use simulation::grab::{Grab, Held};
pub use views::{
    ContactPoints, Crossing, DrawBuffers, DrawnLinks, DrawnVertices, FrameState, Particles,
    Quantity, RigidMotion,
};
