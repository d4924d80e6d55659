//! CPU implementation of `shaders/fluid/gather_velocities.comp`.

use super::kernel_volume;
use crate::cpu::math::{with_w, xyz};
use glam::Vec3;
use pliant_passes::passes::view::GatherVelocities;
use pliant_passes::types::{FEATURE_COHESION, FEATURE_VORTICITY};

pub(crate) fn gather_velocities(pass: GatherVelocities<'_>) {
    let origin = Vec3::from(pass.params.origin);
    for s in 0..pass.params.count as usize {
        let point = pass.order[s] as usize;
        let p = pass.particles[point] as usize;
        let fluid = pass.fluids[pass.body_of[p] as usize];
        let size = kernel_volume(pass.volumes[point], pass.position[p]);
        pass.sorted_position[s] = with_w(xyz(pass.position[p]) - origin, size);
        pass.sorted_velocity[s] = with_w(xyz(pass.velocity[p]), fluid.viscosity);
        pass.sorted_inverse_mass[s] = pass.velocity[p][3];
        if pass.features & (FEATURE_COHESION | FEATURE_VORTICITY) != 0 {
            pass.sorted_material[s] = [fluid.cohesion, fluid.vorticity];
        }
    }
}
