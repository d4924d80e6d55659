//! CPU implementation of `shaders/couple/apply_rigid_impulses.comp`.

use crate::cpu::couple::take_impulse;
use glam::Vec3;
use pliant_passes::passes::view::ApplyRigidImpulses;
use pliant_passes::types::RigidStep;

pub(crate) fn apply_rigid_impulses(pass: ApplyRigidImpulses<'_>) {
    for b in 0..pass.params.count as usize {
        let [impulse, turn] = take_impulse(&mut pass.sums[b], &pass.rigids[b]);
        apply_impulse(&mut pass.steps[b], impulse, turn);
    }
}

/// Applies an impulse, kg m, and an angular impulse, kg m², times the substep, to a body.
pub(super) fn apply_impulse(step: &mut RigidStep, impulse: Vec3, turn: Vec3) {
    let turned = Vec3::from(step.rotation) + step.inverse_inertia() * turn;
    step.displacement = (Vec3::from(step.displacement) + step.inverse_mass * impulse).to_array();
    step.angular_impulse = (Vec3::from(step.angular_impulse) + turn).to_array();
    step.rotation = turned.to_array();
}
