//! Twins of `shaders/solve/`, and of `shaders/include/status.glsl`.

mod bending;
mod bending_jacobi;
mod distance;
mod grab;
mod jacobi;
mod readout;
mod split;

pub(crate) use bending::{bending, bending_fused};
pub(crate) use bending_jacobi::bending_jacobi;
pub(crate) use distance::{distance, distance_fused};
pub(crate) use grab::grab;
pub(crate) use jacobi::jacobi;
pub(crate) use readout::readout;
pub(crate) use split::split;

use crate::types::{SLICE, STATUS_NONFINITE};

/// Reports a value that is not finite: the earliest pass of the earliest substep wins.
pub(crate) fn report_nonfinite(status: &mut [u32], value: f32, substep: u32, from: u32) {
    if !value.is_finite() {
        status[STATUS_NONFINITE as usize] =
            status[STATUS_NONFINITE as usize].max(!(substep << 8 | from));
    }
}

/// The slots of particle `i`.
fn slots_of(slices: &[u32], i: usize) -> impl Iterator<Item = usize> + use<> {
    let (slice, lane) = (i / SLICE as usize, i % SLICE as usize);
    (slices[slice] as usize + lane..slices[slice + 1] as usize).step_by(SLICE as usize)
}

/// The particle that a slot leads to.
fn other(slot: u32) -> usize {
    (slot & 0x3FFF_FFFF) as usize
}
