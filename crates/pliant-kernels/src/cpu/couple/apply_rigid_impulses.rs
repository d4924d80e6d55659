//! CPU implementation of `shaders/couple/apply_rigid_impulses.comp`.

use crate::cpu::couple::sums::take_impulse;
use crate::memory::Shared;
use crate::views::view::ApplyRigidImpulses;
use glam::Vec3;
use pliant_passes::types::RigidStep;

pub(crate) fn apply_rigid_impulses(pass: &ApplyRigidImpulses<'_>, body: usize) {
    if body >= pass.params.count as usize {
        return;
    }
    let sum = take_impulse(&pass.sums, body, &pass.rigids[body]);
    apply_impulses(&pass.steps, body, sum);
}

/// Applies an impulse, kg m, and an angular impulse, kg m², times the substep, to a body.
fn apply_impulses(steps: &Shared<'_, RigidStep>, body: usize, [impulse, turn]: [Vec3; 2]) {
    steps.update(body, |step| {
        let turned = Vec3::from(step.rotation) + step.inverse_inertia() * turn;
        let displacement = Vec3::from(step.displacement) + step.inverse_mass * impulse;
        step.displacement = displacement.to_array();
        step.angular_impulse = (Vec3::from(step.angular_impulse) + turn).to_array();
        step.rotation = turned.to_array();
    });
}
