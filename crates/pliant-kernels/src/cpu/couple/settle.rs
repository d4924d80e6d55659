//! Twin of `shaders/couple/settle.comp`.

use crate::passes::view::CoupleSettle;
use glam::Vec3;

pub(crate) fn settle(pass: CoupleSettle<'_>) {
    let h = pass.frame[0].h;
    for b in 0..pass.params.count as usize {
        let (rigid, state) = (&pass.rigids[b], &mut pass.states[b]);
        let [push, turn] = pass.sums[b].take(rigid).map(|sum| sum / h);
        state.velocity = (Vec3::from(state.velocity) + rigid.inverse_mass * push).to_array();
        if rigid.turns() {
            state.momentum = (Vec3::from(state.momentum) + turn).to_array();
        }
    }
}
