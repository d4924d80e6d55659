//! Fluids: particles with a density constraint (docs/method.md §25). `fluids.rs` is their model on the host, `record.rs` records
//! their passes, and `coupled.rs` those of their coupling with rigid bodies.

mod buffers;
mod coupled;
mod fluids;
mod measure;
mod record;
mod rest_sums;

pub(crate) use buffers::FluidBuffers;
pub(crate) use fluids::Fluids;
pub(crate) use measure::FluidSum;
