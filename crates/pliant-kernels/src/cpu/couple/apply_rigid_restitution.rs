//! CPU implementation of `shaders/couple/apply_rigid_restitution.comp`.

use crate::cpu::couple::sums::take_impulse;
use crate::views::view::ApplyRigidRestitution;
use glam::Vec3;

pub(crate) fn apply_rigid_restitution(pass: &ApplyRigidRestitution<'_>, body: usize) {
    if body >= pass.params.count as usize {
        return;
    }
    let (rigid, h) = (&pass.rigids[body], pass.frame[0].h);
    let [impulse, turn] = take_impulse(&pass.sums, body, rigid).map(|sum| sum / h);
    pass.states.update(body, |state| {
        state.velocity = (Vec3::from(state.velocity) + rigid.inverse_mass * impulse).to_array();
        if rigid.turns() {
            state.momentum = (Vec3::from(state.momentum) + turn).to_array();
        }
    });
}
