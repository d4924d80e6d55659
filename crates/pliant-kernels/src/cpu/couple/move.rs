//! Twin of `shaders/couple/move.comp`.

use crate::passes::view::CoupleMove;
use crate::types::RigidStep;
use glam::Vec3;

pub(crate) fn r#move(pass: CoupleMove<'_>) {
    for b in 0..pass.params.count as usize {
        let [push, turn] = pass.sums[b].take(&pass.rigids[b]);
        pass.steps[b].push(push, turn);
    }
}

impl RigidStep {
    /// Goes and turns by a push, kg m, and a turn, kg m².
    pub(super) fn push(&mut self, push: Vec3, turn: Vec3) {
        let turned = Vec3::from(self.turned) + self.inverse_inertia() * turn;
        self.moved = (Vec3::from(self.moved) + self.inverse_mass * push).to_array();
        self.spun = (Vec3::from(self.spun) + turn).to_array();
        self.turned = turned.to_array();
    }
}
