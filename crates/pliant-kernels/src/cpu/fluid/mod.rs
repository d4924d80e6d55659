//! CPU implementations of `shaders/fluid/` and of `fluid_kernel.glsl`, `neighbours.glsl` and `boundary_weight.glsl` in `shaders/include/`.

pub(super) mod apply_pressure;
pub(super) mod apply_viscosity;
pub(super) mod compute_boundary_reactions;
pub(super) mod compute_boundary_weights;
pub(super) mod compute_vorticity;
pub(super) mod confine_vorticity;
pub(super) mod emit_particles;
pub(super) mod gather_velocities;
pub(super) mod integrate_boundary;
pub(super) mod order_positions;
pub(super) mod predict_points;
pub(super) mod remove_particles;
pub(super) mod scale_boundary_corrections;
pub(super) mod scale_density_corrections;
pub(super) mod solve_densities;
pub(super) mod sum_boundary_forces;
pub(super) mod update_boundary_density;

use crate::cpu::lanes::{EIGHT, Eight, Vec3s, components_of_eight, eight};
use crate::cpu::math::xyz;
use crate::memory::{Indices, Read};
use crate::views::group::NeighbourLists;
use glam::Vec3;
use pliant_math::powi;
use pliant_passes::types::{
    FluidParams, PARKED, PARKED_SPACING, Rigid, RigidState, RigidStep, TINY,
};
use std::ops::Range;

/// The volume that a particle contributes to densities: 0 if it is removed, which its `position` tells.
fn kernel_volume(volume: f32, position: [f32; 4]) -> f32 {
    if volume > 0.0 && position[3] < 0.0 {
        0.0
    } else {
        volume
    }
}

/// The density kernel, its integral over a half space, and the response of rigid bodies.
pub(crate) trait Kernel {
    /// The position of point `i` while its particle is removed: far from all other points.
    fn parked_position(&self, i: usize) -> Vec3;
    /// 1 − r/H: 1 at the point itself, 0 from the radius of the kernel on.
    fn closeness(&self, r: f32) -> f32;
    /// The cohesion kernel: attractive, but repulsive where two particles are closer than at rest.
    fn cohesion_kernel(&self, u: f32) -> f32;
    /// Fraction of the kernel behind a plane at a distance of 1 − u radii.
    fn fraction_behind(u: f32) -> f32;
    /// Its negative derivative with respect to the distance, 1/m.
    fn fraction_slope(&self, u: f32) -> f32;
    /// The lever arm from the centre of a rigid body in a substep to a point in grid order.
    fn arm(&self, point: [f32; 4], state: &RigidState, step: &RigidStep) -> Vec3;
    /// The largest boundary weight of one point at a body.
    fn max_boundary_weight(&self, rigid: &Rigid) -> f32;
    /// The density at `here`, relative to rest, from a sum over the kernel and the boundary's linearized density.
    fn density_at(&self, here: Vec3, kernel_sum: f32, boundary: [f32; 4]) -> f32;
}

impl Kernel for FluidParams {
    fn parked_position(&self, i: usize) -> Vec3 {
        Vec3::X * ((PARKED + PARKED_SPACING * i as f32) * self.radius)
    }

    fn closeness(&self, r: f32) -> f32 {
        (1.0 - r * self.inverse_radius).max(0.0)
    }

    fn cohesion_kernel(&self, u: f32) -> f32 {
        powi(u, 2) * (1.0 - powi(u / self.rest_closeness, 2))
    }

    fn fraction_behind(u: f32) -> f32 {
        powi(u, 5) * (1.5 - u)
    }

    fn fraction_slope(&self, u: f32) -> f32 {
        powi(u, 4) * (7.5 - 6.0 * u) * self.inverse_radius
    }

    fn arm(&self, point: [f32; 4], state: &RigidState, step: &RigidStep) -> Vec3 {
        let origin = Vec3::from(self.origin) - Vec3::from(state.position);
        xyz(point) + origin - Vec3::from(step.displacement)
    }

    fn max_boundary_weight(&self, rigid: &Rigid) -> f32 {
        let most = Vec3::from(rigid.inverse_inertia).max_element();
        let response = rigid.inverse_mass + rigid.extent * rigid.extent * most;
        self.boundary_force_scale * self.half_space_weight * self.fraction_slope(1.0) * response
    }

    fn density_at(&self, here: Vec3, kernel_sum: f32, boundary: [f32; 4]) -> f32 {
        self.kernel_scale * kernel_sum + boundary[3] - xyz(boundary).dot(here)
    }
}

/// A neighbour of a point.
struct Neighbour {
    /// In grid order.
    index: usize,
    /// Volume, m³; negative where it is not fluid.
    volume: f32,
    /// Unit vector from the neighbour to the point.
    direction: Vec3,
    /// 1 − distance/radius: 1 at the point, 0 at the radius of the kernel.
    u: f32,
}

/// The neighbour lists of a pass.
#[derive(Clone, Copy)]
struct Neighbours<'a> {
    params: FluidParams,
    counts: Read<'a, u32>,
    neighbours: Read<'a, [u32; 3]>,
    positions: Read<'a, [f32; 4]>,
}

impl<'a> Neighbours<'a> {
    #[inline(always)]
    fn new(lists: &NeighbourLists<'a>, params: FluidParams) -> Self {
        Self {
            params,
            counts: lists.counts,
            neighbours: lists.neighbours,
            positions: lists.sorted_position,
        }
    }

    /// The neighbours of a point in grid order.
    fn of(self, point: usize) -> impl Iterator<Item = Neighbour> + 'a {
        let count = self.params.count as usize;
        let here = xyz(self.positions[point]);
        (0..self.counts[point] as usize).map(move |k| {
            let index = unpack(self.neighbours[k / 4 * count + point])[k % 4] as usize;
            let separation = here - xyz(self.positions[index]);
            let r = separation.length();
            Neighbour {
                index,
                volume: self.positions[index][3],
                direction: separation / r.max(TINY),
                u: self.params.closeness(r),
            }
        })
    }
}

/// Eight neighbours of a point, a lane each. Missing ones are other points, with u = 0.
struct EightNeighbours {
    /// In grid order.
    index: Indices<EIGHT>,
    /// Volume, m³; negative where it is not fluid.
    volume: Eight,
    /// Unit vector from the neighbour to the point.
    direction: Vec3s<Eight>,
    /// 1 − distance/radius: 1 at the point, 0 at the radius of the kernel.
    u: Eight,
}

/// The list of a point, eight neighbours at a time.
struct Eights<'a> {
    all: Neighbours<'a>,
    point: usize,
    /// Number of neighbours.
    count: usize,
    here: Vec3s<Eight>,
}

impl<'a> Neighbours<'a> {
    #[inline(always)]
    fn eights(self, point: usize) -> Eights<'a> {
        let [x, y, z, _] = self.positions[point].map(eight);
        Eights {
            point,
            count: self.counts[point] as usize,
            here: Vec3s { x, y, z },
            all: self,
        }
    }
}

impl Eights<'_> {
    /// The first neighbour of each group of eight.
    #[inline(always)]
    fn firsts(&self) -> impl Iterator<Item = usize> {
        (0..self.count).step_by(EIGHT)
    }

    /// A group of eight neighbours. It is inlined, so that nothing of it goes through memory.
    #[inline(always)]
    fn group(&self, first: usize) -> EightNeighbours {
        let all = &self.all;
        let index = self.indices(first);
        let rows = components_of_eight(all.positions.gather(index));
        let separation = self.here - Vec3s::of(rows);
        let (r, one) = (separation.length(), eight(1.0));
        let u = (one - r * eight(all.params.inverse_radius)).fast_max(Eight::ZERO);
        let present = LANE_NUMBERS.simd_lt(eight((self.count - first) as i32 as f32));
        EightNeighbours {
            index,
            volume: rows[3],
            direction: separation * (one / r.fast_max(eight(TINY))),
            u: u & present,
        }
    }

    /// The indices of eight neighbours.
    #[inline(always)]
    fn indices(&self, first: usize) -> Indices<EIGHT> {
        let (all, point) = (&self.all, self.point);
        let at = first / 4 * all.params.count as usize + point;
        let [a, b, c, d] = unpack(all.neighbours[at]);
        let [e, f, g, h] = if first + 4 < self.count {
            unpack(all.neighbours[at + all.params.count as usize])
        } else {
            [point as u32; 4]
        };
        Indices::new([a, b, c, d, e, f, g, h], all.params.count)
    }
}

/// The number of each lane.
const LANE_NUMBERS: Eight = Eight::new([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);

/// Four grid indices in three words: 24 bits each, the fourth in the top bytes of the others.
#[inline(always)]
fn unpack([a, b, c]: [u32; 3]) -> [u32; 4] {
    let fourth = (a >> 24) | (b >> 24 << 8) | (c >> 24 << 16);
    [a & 0xff_ffff, b & 0xff_ffff, c & 0xff_ffff, fourth]
}

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
