//! Rigid bodies (docs/method.md §26): `rigids.rs` is their model on the host, `step.rs` records their passes.

mod buffers;
mod forest;
mod joints;
mod measure;
mod rest;
mod rigids;
mod sleep;
mod step;

pub(crate) use buffers::{PairBuffers, RigidBuffers};
pub(crate) use measure::{RigidMeasure, summaries};
pub(crate) use rigids::{Rigids, half_size, local_pose};
pub(crate) use step::RigidStepper;
