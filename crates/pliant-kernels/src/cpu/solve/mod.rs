//! CPU implementations of `shaders/solve/`.

pub(super) mod apply_balloon_volumes;
pub(super) mod compute_volume_gradients;
mod constraint;
pub(super) mod count_torn_edges;
pub(super) mod drag_particle;
pub(super) mod iterate_jacobi;
pub(super) mod limit_strain;
mod run_constraints;
pub(super) mod solve_attachments;
pub(super) mod solve_balloon_volumes;
pub(super) mod solve_bending;
pub(super) mod solve_links;
pub(super) mod solve_stvk_tetrahedra;
pub(super) mod solve_stvk_triangles;
pub(super) mod solve_volumes;
pub(super) mod split_masses;
mod stvk;
pub(super) mod sum_forces;

use pliant_passes::types::SLICE;

use crate::memory::Read;

/// The slots of particle `i`.
fn slots_of(slices: Read<'_, u32>, i: usize) -> impl Iterator<Item = usize> + use<> {
    let (slice, lane) = (i / SLICE as usize, i % SLICE as usize);
    (slices[slice] as usize + lane..slices[slice + 1] as usize).step_by(SLICE as usize)
}

/// The other particle of the link in a slot.
fn other(slot: u32) -> usize {
    (slot & 0x3FFF_FFFF) as usize
}
