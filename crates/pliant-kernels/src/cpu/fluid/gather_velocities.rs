//! CPU implementation of `shaders/fluid/gather_velocities.comp`.

use crate::cpu::fluid::kernel::kernel_volume;
use crate::cpu::math::{with_w, xyz};
use crate::views::view::GatherVelocities;
use glam::Vec3;
use pliant_passes::types::{FEATURE_COHESION, FEATURE_VORTICITY};

pub(crate) fn gather_velocities(pass: &GatherVelocities<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let origin = Vec3::from(pass.params.origin);
    let point = pass.order[s] as usize;
    let p = pass.particles[point] as usize;
    let fluid = pass.fluids[pass.body_of[p] as usize];
    let size = kernel_volume(pass.volumes[point], pass.position[p]);
    pass.sorted_position
        .set(s, with_w(xyz(pass.position[p]) - origin, size));
    pass.sorted_velocity
        .set(s, with_w(xyz(pass.velocity[p]), fluid.viscosity));
    pass.sorted_inverse_mass.set(s, pass.velocity[p][3]);
    if pass.features & (FEATURE_COHESION | FEATURE_VORTICITY) != 0 {
        pass.sorted_material
            .set(s, [fluid.cohesion, fluid.vorticity]);
    }
}
