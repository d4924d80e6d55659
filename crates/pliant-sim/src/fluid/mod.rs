//! Fluids: particles with a density constraint (docs/method.md §25). `fluids.rs` is their model on the host, `step.rs` records
//! their passes, and `coupled.rs` those of their coupling with rigid bodies.

mod coupled;
pub(crate) mod emit;
mod fluid_buffers;
mod fluid_sum;
mod fluids;
pub(crate) mod leaks;
pub(crate) mod neighbours;
mod obstacles;
mod rest_sums;
mod step;

pub(crate) use fluid_buffers::FluidBuffers;
pub(crate) use fluid_sum::FluidSum;
pub(crate) use fluids::Fluids;
