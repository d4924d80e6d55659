//! Fluids: particles whose density is kept (docs/method.md §25). `fluids.rs` has them on the host, `record.rs` records what they do,
//! and `coupled.rs` what they and rigid bodies do to each other.

mod buffers;
mod coupled;
mod fluids;
mod measure;
mod record;

pub(crate) use buffers::FluidBuffers;
pub(crate) use fluids::Fluids;
pub(crate) use measure::FluidSum;
