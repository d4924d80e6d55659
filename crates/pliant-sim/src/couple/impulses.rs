//! Impulses of particles on rigid bodies: summed as integers, so that the order of threads does not matter, then applied.

use crate::rigid::RigidBuffers;
use pliant_passes::passes::couple;
use pliant_passes::types::{CountParams, CoupledSum, RigidImpulse};
use pliant_passes::{Buffer, Recording, bind};

/// Sums the impulses of particles on rigid bodies.
pub(crate) fn sum_impulses(
    record: &mut Recording,
    own: &RigidBuffers,
    count: u32,
    (impulses, sums): (Buffer<RigidImpulse>, Buffer<CoupledSum>),
) {
    let params = CountParams { count };
    let buffers = bind!(couple::SumRigidImpulses { rigids from own; impulses, sums; });
    record.pass(buffers, params, count);
}

/// Applies the summed impulses to rigid bodies.
pub(crate) fn apply_impulses(
    record: &mut Recording,
    own: &RigidBuffers,
    bodies: u32,
    sums: Buffer<CoupledSum>,
) {
    let params = CountParams { count: bodies };
    let buffers = bind!(couple::ApplyRigidImpulses { rigids, steps from own; sums; });
    record.pass(buffers, params, bodies);
}
