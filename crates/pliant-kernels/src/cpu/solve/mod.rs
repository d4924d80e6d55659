//! Twins of `shaders/solve/`.

mod attach;
mod bending;
mod constraint;
mod distance;
mod grab;
mod inflate;
mod inflate_gradient;
mod inflate_sum;
mod jacobi;
mod limit;
mod readout;
mod split;
mod stvk;
mod stvk_tetrahedron;
mod stvk_triangle;
mod tear;
mod volume;

pub(crate) use attach::attach;
pub(crate) use bending::bending;
pub(crate) use distance::distance;
pub(crate) use grab::grab;
pub(crate) use inflate::inflate;
pub(crate) use inflate_gradient::inflate_gradient;
pub(crate) use inflate_sum::inflate_sum;
pub(crate) use jacobi::jacobi;
pub(crate) use limit::limit;
pub(crate) use readout::readout;
pub(crate) use split::split;
pub(crate) use stvk_tetrahedron::stvk_tetrahedron;
pub(crate) use stvk_triangle::stvk_triangle;
pub(crate) use tear::tear;
pub(crate) use volume::volume;

use crate::types::SLICE;

/// The slots of particle `i`.
fn slots_of(slices: &[u32], i: usize) -> impl Iterator<Item = usize> + use<> {
    let (slice, lane) = (i / SLICE as usize, i % SLICE as usize);
    (slices[slice] as usize + lane..slices[slice + 1] as usize).step_by(SLICE as usize)
}

/// The particle that a slot leads to.
fn other(slot: u32) -> usize {
    (slot & 0x3FFF_FFFF) as usize
}
