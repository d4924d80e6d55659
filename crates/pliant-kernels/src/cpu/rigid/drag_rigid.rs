//! CPU implementation of `shaders/rigid/drag_rigid.comp`.

use crate::cpu::math::cross_matrix;
use crate::cpu::rotation::rotated;
use crate::views::view::DragRigid;
use glam::{Mat3, Quat, Vec3};
use pliant_passes::types::NONE;

pub(crate) fn drag_rigid(pass: &DragRigid<'_>, own: usize) {
    let (frame, grip) = (&pass.frame[0], &pass.grip[0]);
    if own >= pass.params.count as usize || grip.body == NONE {
        return;
    }
    let body = grip.body as usize;
    let (state, mut step) = (&pass.states[body], pass.steps.get(body));
    let inverse_body = step.inverse_inertia();
    let rotation = Quat::from_array(state.rotation);
    let arm = rotated(step.rotation.into(), rotation) * Vec3::from(grip.local);
    let old_lambda = pass.params.keep_lambda * pass.lambda.xyz(0);
    let offset =
        Vec3::from(frame.target) - Vec3::from(state.position) - Vec3::from(step.displacement);
    let residual = offset - arm - frame.grab_compliance * old_lambda;
    let inverse_mass = Mat3::from_diagonal(Vec3::splat(step.inverse_mass + frame.grab_compliance));
    let row = inverse_mass - cross_matrix(arm) * inverse_body * cross_matrix(arm);
    let change = row.inverse() * residual;
    let angular_impulse = arm.cross(change);
    step.displacement = (Vec3::from(step.displacement) + step.inverse_mass * change).to_array();
    step.angular_impulse = (Vec3::from(step.angular_impulse) + angular_impulse).to_array();
    step.rotation = (Vec3::from(step.rotation) + inverse_body * angular_impulse).to_array();
    pass.steps.set(body, step);
    pass.lambda.set_xyz(0, old_lambda + change);
}
