//! CPU implementation of `shaders/fluid/kernel.glsl`.

use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_math::powi;
use pliant_passes::types::{FluidParams, PARKED, PARKED_SPACING, Rigid, RigidState, RigidStep};

/// The volume that a particle contributes to densities: 0 if it is removed, which its `position` tells.
pub(super) fn kernel_volume(volume: f32, position: [f32; 4]) -> f32 {
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
    /// The cohesion kernel.
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
