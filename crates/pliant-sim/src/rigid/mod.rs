//! Rigid bodies (docs/method.md §26): `rigids.rs` is their model on the host, `step.rs` records their passes.

mod forest;
mod joints;
mod rest;
mod rigid_buffers;
mod rigid_measure;
mod rigids;
mod sleep;
mod step;

pub(crate) use rigid_buffers::{PairBuffers, RigidBuffers};
pub(crate) use rigid_measure::{RigidMeasure, summaries};
pub(crate) use rigids::{Rigids, half_size, local_pose};
pub(crate) use step::RigidStepper;
