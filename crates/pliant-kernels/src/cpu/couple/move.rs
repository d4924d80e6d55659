//! Twin of `shaders/couple/move.comp`.

use crate::passes::view::CoupleMove;
use glam::Vec3;

pub(crate) fn r#move(pass: CoupleMove<'_>) {
    for b in 0..pass.params.count as usize {
        let [push, turn] = pass.sums[b].take(&pass.rigids[b]);
        let step = &mut pass.steps[b];
        let turned = Vec3::from(step.turned) + step.inverse_inertia() * turn;
        step.moved = (Vec3::from(step.moved) + step.inverse_mass * push).to_array();
        step.spun = (Vec3::from(step.spun) + turn).to_array();
        step.turned = turned.to_array();
    }
}
