//! CPU implementation of `shaders/rigid/blocks/displacements.glsl`.

use crate::cpu::rigid::blocks::block::{End, moves};
use crate::memory::Shared;
use pliant_passes::types::RigidStep;

pub(in crate::cpu::rigid) fn end(step: &RigidStep) -> End {
    End {
        w: step.inverse_mass,
        inverse: step.inverse_inertia(),
        linear: step.displacement.into(),
        angular: step.rotation.into(),
        angular_impulse: step.angular_impulse.into(),
    }
}

pub(in crate::cpu::rigid) fn store(steps: &Shared<'_, RigidStep>, body: u32, end: &End) {
    if moves(end) {
        steps.update(body as usize, |step| {
            step.displacement = end.linear.to_array();
            step.rotation = end.angular.to_array();
            step.angular_impulse = end.angular_impulse.to_array();
        });
    }
}
