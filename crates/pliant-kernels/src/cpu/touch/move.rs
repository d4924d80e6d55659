//! Twin of `shaders/touch/move.comp`.

use super::{list, pushed};
use crate::cpu::math::{set_xyz, xyz};
use crate::passes::view::TouchMove;
use crate::types::{FEATURE_JACOBI, STALE_ROUNDS};
use glam::Vec3;

pub(crate) fn push(pass: TouchMove<'_>) {
    if pass.stale[STALE_ROUNDS as usize] < pass.params.fill {
        return;
    }
    for i in 0..pass.params.count as usize {
        let entries = list(pass.starts, pass.ends, pass.entries, i);
        let push = pass.velocity[i][3] * pushed(entries, pass.weights, pass.pushes);
        if push == Vec3::ZERO {
            continue;
        }
        let d = xyz(pass.moved[i]) + push;
        set_xyz(&mut pass.moved[i], d);
        if pass.features & FEATURE_JACOBI != 0 {
            let before = xyz(pass.before[i]);
            set_xyz(&mut pass.before[i], before + push);
            set_xyz(&mut pass.place[i], xyz(pass.position[i]) + d);
        }
    }
}
