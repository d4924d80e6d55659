//! CPU implementation of `shaders/couple/apply_rigid_restitution.comp`.

use crate::cpu::couple::take_impulse;
use glam::Vec3;
use pliant_passes::passes::view::ApplyRigidRestitution;

pub(crate) fn apply_rigid_restitution(pass: ApplyRigidRestitution<'_>) {
    let h = pass.frame[0].h;
    for b in 0..pass.params.count as usize {
        let (rigid, state) = (&pass.rigids[b], &mut pass.states[b]);
        let [impulse, turn] = take_impulse(&mut pass.sums[b], rigid).map(|sum| sum / h);
        state.velocity = (Vec3::from(state.velocity) + rigid.inverse_mass * impulse).to_array();
        if rigid.turns() {
            state.momentum = (Vec3::from(state.momentum) + turn).to_array();
        }
    }
}
