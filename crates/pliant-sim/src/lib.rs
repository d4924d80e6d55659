//! Simulates a [`pliant_scene::Scene`]: builds its model on the host and its buffers on an engine, and records the passes
//! of a frame. Start with [`Simulation`].
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod assembly;
mod attach;
mod attachment_slots;
mod balloons;
mod buffers;
mod build;
mod bundle;
mod carried_joints;
mod checkpoint;
mod collider_tree;
mod collision_meshes;
mod color;
mod constraint_lists;
mod constraints;
mod contact;
mod couple;
mod deforming;
mod deforming_boxes;
mod diagnose;
mod elements;
mod emit;
mod error;
mod fans;
mod fields;
mod fluid;
mod forces;
mod grab;
mod growth;
mod kinematic;
mod leaks;
mod links;
mod mass;
mod material;
mod measure;
mod memory;
mod metrics;
mod model;
mod neighbours;
mod obstacles;
mod one_rings;
mod pools;
mod residual;
mod rigid;
mod scan;
mod schedule;
mod settings;
mod simulation;
mod start;
mod step;
mod summary;
mod tearing;
mod tears;
mod triggers;
mod vertices;
mod views;
mod watch;
mod world;

pub use checkpoint::{Checkpoint, Identity};
pub use error::Error;
pub use grab::{Grab, Held};
pub use metrics::*;
pub use neighbours::Neighbours;
pub use settings::Settings;
pub use simulation::Simulation;
pub use views::{
    ContactPoints, Crossing, DrawBuffers, DrawnLinks, DrawnVertices, FrameState, Particles,
    Quantity, RigidMotion,
};
