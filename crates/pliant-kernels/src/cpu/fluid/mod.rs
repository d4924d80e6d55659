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

use crate::cpu::lanes::{LANES, Lanes, Vec3s, components, lanes};
use crate::cpu::math::xyz;
use crate::memory::Read;
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
        (1.0 - r / self.radius).max(0.0)
    }

    fn cohesion_kernel(&self, u: f32) -> f32 {
        powi(u, 2) * (1.0 - powi(u / self.rest_closeness, 2))
    }

    fn fraction_behind(u: f32) -> f32 {
        powi(u, 5) * (1.5 - u)
    }

    fn fraction_slope(&self, u: f32) -> f32 {
        powi(u, 4) * (7.5 - 6.0 * u) / self.radius
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
    /// The neighbours of a point in grid order.
    fn of(self, point: usize) -> impl Iterator<Item = Neighbour> + 'a {
        let count = self.params.count as usize;
        let here = xyz(self.positions[point]);
        (0..self.counts[point] as usize).map(move |k| {
            let index = unpack(self.neighbours[k / 4 * count + point])[k % 4];
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

/// Four neighbours of a point, a lane each. Missing ones are the point itself, with u = 0.
struct FourNeighbours {
    /// In grid order.
    index: [usize; LANES],
    /// Volume, m³; negative where it is not fluid.
    volume: Lanes,
    /// Unit vector from the neighbour to the point.
    direction: Vec3s,
    /// 1 − distance/radius: 1 at the point, 0 at the radius of the kernel.
    u: Lanes,
}

/// The list of a point, four neighbours at a time.
struct Fours<'a> {
    all: Neighbours<'a>,
    point: usize,
    /// Number of neighbours.
    count: usize,
    here: Vec3s,
}

impl<'a> Neighbours<'a> {
    #[inline(always)]
    fn fours(self, point: usize) -> Fours<'a> {
        let [x, y, z, _] = self.positions[point].map(Lanes::splat);
        Fours {
            point,
            count: self.counts[point] as usize,
            here: Vec3s { x, y, z },
            all: self,
        }
    }
}

impl Fours<'_> {
    #[inline(always)]
    fn groups(&self) -> Range<usize> {
        0..self.count.div_ceil(LANES)
    }

    /// A group of four neighbours. It is inlined, so that nothing of it goes through memory.
    #[inline(always)]
    fn group(&self, group: usize) -> FourNeighbours {
        let (all, point) = (&self.all, self.point);
        let one = Lanes::splat(1.0);
        let mut index = unpack(all.neighbours[group * all.params.count as usize + point]);
        let left = self.count - group * LANES;
        let mut present = one;
        if left < LANES {
            index.iter_mut().skip(left).for_each(|i| *i = point);
            present = lanes(|k| if k < left { 1.0 } else { 0.0 });
        }
        let row = |k: usize| Lanes::new(all.positions[index[k]]);
        let rows = components([row(0), row(1), row(2), row(3)]);
        let separation = self.here - Vec3s::of(rows);
        let r = separation.length();
        let u = (one - r / Lanes::splat(all.params.radius)).fast_max(Lanes::ZERO);
        FourNeighbours {
            index,
            volume: rows[3],
            direction: separation * (one / r.fast_max(Lanes::splat(TINY))),
            u: u * present,
        }
    }
}

/// Four grid indices in three words: 24 bits each, the fourth in the top bytes of the others.
#[inline(always)]
fn unpack([a, b, c]: [u32; 3]) -> [usize; 4] {
    let fourth = (a >> 24) | (b >> 24 << 8) | (c >> 24 << 16);
    [a & 0xff_ffff, b & 0xff_ffff, c & 0xff_ffff, fourth].map(|index| index as usize)
}

/// The neighbour lists of a pass, from its view.
macro_rules! neighbours {
    ($pass:ident) => {
        Neighbours {
            params: $pass.params,
            counts: $pass.counts,
            neighbours: $pass.neighbours,
            positions: $pass.sorted_position,
        }
    };
}
use neighbours;
