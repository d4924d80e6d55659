//! CPU implementations of `shaders/solve/`.

mod apply_balloon_volumes;
mod compute_volume_gradients;
mod constraint;
mod count_torn_edges;
mod drag_particle;
mod iterate_jacobi;
mod limit_strain;
mod solve_attachments;
mod solve_balloon_volumes;
mod solve_bending;
mod solve_links;
mod solve_stvk_tetrahedra;
mod solve_stvk_triangles;
mod solve_volumes;
mod split_masses;
mod stvk;
mod sum_forces;

pub(crate) use apply_balloon_volumes::apply_balloon_volumes;
pub(crate) use compute_volume_gradients::compute_volume_gradients;
pub(crate) use count_torn_edges::count_torn_edges;
pub(crate) use drag_particle::drag_particle;
pub(crate) use iterate_jacobi::iterate_jacobi;
pub(crate) use limit_strain::limit_strain;
pub(crate) use solve_attachments::solve_attachments;
pub(crate) use solve_balloon_volumes::solve_balloon_volumes;
pub(crate) use solve_bending::solve_bending;
pub(crate) use solve_links::solve_links;
pub(crate) use solve_stvk_tetrahedra::solve_stvk_tetrahedra;
pub(crate) use solve_stvk_triangles::solve_stvk_triangles;
pub(crate) use solve_volumes::solve_volumes;
pub(crate) use split_masses::split_masses;
pub(crate) use sum_forces::sum_forces;

use pliant_passes::types::SLICE;

/// The slots of particle `i`.
fn slots_of(slices: &[u32], i: usize) -> impl Iterator<Item = usize> + use<> {
    let (slice, lane) = (i / SLICE as usize, i % SLICE as usize);
    (slices[slice] as usize + lane..slices[slice + 1] as usize).step_by(SLICE as usize)
}

/// The other particle of the link in a slot.
fn other(slot: u32) -> usize {
    (slot & 0x3FFF_FFFF) as usize
}
