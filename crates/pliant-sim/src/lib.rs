//! A [`pliant_scene::Scene`] becomes pools on an engine and one recording per frame. Read [`Simulation`] first.
#![forbid(unsafe_code)]

mod assembly;
mod attach;
mod balloons;
mod build;
mod bundle;
mod collision_meshes;
mod color;
mod contact;
mod contact_forces;
mod couple;
mod diagnose;
mod doze;
mod elements;
mod emit;
mod families;
mod fans;
mod fields;
mod flow;
mod fluid;
mod grab;
mod kinematic;
mod lattice;
mod leaks;
mod links;
mod mass;
mod material;
mod measure;
mod metrics;
mod neighbours;
mod obstacles;
mod one_rings;
mod parts;
mod pools;
mod report;
mod residual;
mod resolve_intersections;
mod rigid;
mod room;
mod schedule;
mod scratch;
mod settings;
mod simulation;
mod start;
mod state;
mod step;
mod summary;
mod tear;
mod triggers;
mod vertices;
mod watch;

pub use flow::FluidConstants;
pub use grab::{Grab, Held};
pub use metrics::*;
pub use neighbours::Neighbours;
pub use settings::Settings;
pub use simulation::{DrawBuffers, LinkBuffers, Particles, Simulation};

use pliant_passes::EngineError;

/// Why a simulation could not be made or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Memory or device: exit code 4.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A value is no longer finite: exit code 5.
    #[error(
        "the simulation diverged in frame {frame}: {body} got a value that is not finite in {pass}; use more --substeps, or softer or lighter bodies"
    )]
    Diverged {
        /// The frame that was being simulated.
        frame: u64,
        /// The body.
        body: String,
        /// The first pass that saw it.
        pass: &'static str,
    },
}
