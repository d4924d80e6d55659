//! CPU implementation of `shaders/rigid/load_velocities.comp`.

use crate::cpu::rotation::in_world;
use crate::views::view::LoadVelocities;
use glam::Quat;
use pliant_passes::types::RigidVelocity;

pub(crate) fn load_velocities(pass: &LoadVelocities<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let (body, state) = (&pass.rigids[i], &pass.states[i]);
    let rotation = Quat::from_array(state.rotation);
    let inverse = in_world(rotation, body.inverse_inertia.into());
    let velocity = RigidVelocity {
        linear: state.velocity,
        angular: body.spin(rotation, state.momentum.into()).to_array(),
        angular_impulse: [0.0; 3],
        inverse_mass: body.inverse_mass,
        diagonal: [inverse.x_axis.x, inverse.y_axis.y, inverse.z_axis.z],
        off_diagonal: [inverse.y_axis.z, inverse.z_axis.x, inverse.x_axis.y],
    };
    pass.velocities.set(i, velocity);
}
