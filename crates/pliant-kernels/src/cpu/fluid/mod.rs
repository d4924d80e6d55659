//! Twins of `shaders/fluid/` and of `shaders/include/fluid.glsl`.

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

use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::types::{
    FluidParams, PARKED, PARKED_SPACING, Rigid, RigidState, RigidStep, TINY,
};

/// What a particle fills of kernels, as its `position` says: nothing if it is gone.
fn size_of(volume: f32, position: [f32; 4]) -> f32 {
    if volume > 0.0 && position[3] < 0.0 {
        0.0
    } else {
        volume
    }
}

/// The kernel of density, its integrals over walls, and where points lie.
pub(crate) trait Kernel {
    /// Where point `i` is looked for while its particle is gone: nowhere near another one.
    fn parked(&self, i: usize) -> Vec3;
    /// 1 at a point itself, 0 from the kernel's radius on.
    fn closeness(&self, r: f32) -> f32;
    /// How two particles of a fluid that holds together draw each other: apart where they are nearer than at rest.
    fn draw(&self, u: f32) -> f32;
    /// Share of the kernel behind a plane at a distance of 1 − u radii.
    fn share_behind(u: f32) -> f32;
    /// How that falls with the distance, 1/m.
    fn share_slope(&self, u: f32) -> f32;
    /// From the centre of a rigid body in a substep to a place.
    fn arm(&self, place: [f32; 4], state: &RigidState, step: &RigidStep) -> Vec3;
    /// The most that one particle asks a body to share out.
    fn most_share(&self, rigid: &Rigid) -> f32;
    /// What walls and a kernel that is `filled` make of it at `here`.
    fn density_at(&self, here: Vec3, filled: f32, wall: [f32; 4]) -> f32;
}

impl Kernel for FluidParams {
    fn parked(&self, i: usize) -> Vec3 {
        Vec3::X * ((PARKED + PARKED_SPACING * i as f32) * self.radius)
    }

    fn closeness(&self, r: f32) -> f32 {
        (1.0 - r / self.radius).max(0.0)
    }

    fn draw(&self, u: f32) -> f32 {
        u.powi(2) * (1.0 - (u / self.rest).powi(2))
    }

    fn share_behind(u: f32) -> f32 {
        u.powi(5) * (1.5 - u)
    }

    fn share_slope(&self, u: f32) -> f32 {
        u.powi(4) * (7.5 - 6.0 * u) / self.radius
    }

    fn arm(&self, place: [f32; 4], state: &RigidState, step: &RigidStep) -> Vec3 {
        let origin = Vec3::from(self.origin) - Vec3::from(state.position);
        xyz(place) + origin - Vec3::from(step.displacement)
    }

    fn most_share(&self, rigid: &Rigid) -> f32 {
        let most = Vec3::from(rigid.inverse_inertia).max_element();
        let yields = rigid.inverse_mass + rigid.extent * rigid.extent * most;
        self.steep * self.wall * self.share_slope(1.0) * yields
    }

    fn density_at(&self, here: Vec3, filled: f32, wall: [f32; 4]) -> f32 {
        self.density * filled + wall[3] - xyz(wall).dot(here)
    }
}

/// A neighbour of a place.
struct Beside {
    place: usize,
    /// Its volume, m³; negative where it is no fluid.
    volume: f32,
    /// From it to the place: a unit vector.
    along: Vec3,
    /// How close it is, 1 to 0.
    u: f32,
}

/// The lists of a pass.
#[derive(Clone, Copy)]
struct Lists<'a> {
    params: FluidParams,
    counts: &'a [u32],
    neighbours: &'a [[u32; 3]],
    places: &'a [[f32; 4]],
}

impl<'a> Lists<'a> {
    /// The neighbours of a place.
    fn around(self, place: usize) -> impl Iterator<Item = Beside> + 'a {
        let count = self.params.count as usize;
        let here = xyz(self.places[place]);
        (0..self.counts[place] as usize).map(move |k| {
            let beside = place_in(self.neighbours[k / 4 * count + place], k % 4) as usize;
            let apart = here - xyz(self.places[beside]);
            let r = apart.length();
            Beside {
                place: beside,
                volume: self.places[beside][3],
                along: apart / r.max(TINY),
                u: self.params.closeness(r),
            }
        })
    }
}

/// Entry `k` of four places in three words.
fn place_in(words: [u32; 3], k: usize) -> u32 {
    match words.get(k) {
        Some(word) => word & 0x00ff_ffff,
        None => (0..3).map(|e| words[e] >> 24 << (8 * e)).sum(),
    }
}

/// The lists of a pass that has all of them.
macro_rules! lists {
    ($pass:ident) => {
        Lists {
            params: $pass.params,
            counts: $pass.counts,
            neighbours: $pass.neighbours,
            places: $pass.sorted_position,
        }
    };
}
use lists;
