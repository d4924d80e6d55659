//! CPU implementations of `shaders/fluid/`.

pub(super) mod apply_pressure;
pub(super) mod apply_viscosity;
pub(super) mod compute_boundary_reactions;
pub(super) mod compute_boundary_weights;
pub(super) mod compute_vorticity;
pub(super) mod confine_vorticity;
pub(super) mod emit_particles;
pub(super) mod gather_velocities;
pub(super) mod integrate_boundary;
pub(super) mod kernel;
mod neighbours;
pub(super) mod order_positions;
pub(super) mod predict_points;
pub(super) mod remove_particles;
pub(super) mod scale_boundary_corrections;
pub(super) mod scale_density_corrections;
pub(super) mod solve_densities;
pub(super) mod sum_boundary_forces;
pub(super) mod update_boundary_density;

use std::ops::Range;

/// Points whose particles are read at a time.
const BLOCK: usize = 16;

/// Calls `then` with each point in grid order of a range, below `count`, and with what `read` returns for it. Points near each other in
/// the grid are far from each other in the order of particles, so a particle is seldom in the cache. Read for a block of points at a
/// time, many particles are on the way together.
#[inline(always)]
fn by_blocks<T: Copy + Default>(
    points: Range<usize>,
    count: u32,
    read: impl Fn(usize) -> T,
    then: impl Fn(usize, T),
) {
    let end = points.end.min(count as usize);
    for first in (points.start..end).step_by(BLOCK) {
        let block = first..end.min(first + BLOCK);
        let mut particles = [T::default(); BLOCK];
        for (particle, s) in particles.iter_mut().zip(block.clone()) {
            *particle = read(s);
        }
        for (particle, s) in particles.into_iter().zip(block) {
            then(s, particle);
        }
    }
}
