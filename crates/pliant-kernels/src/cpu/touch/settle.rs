//! Twin of `shaders/touch/settle.comp`.

use super::{first_corners, list, pushed};
use crate::cpu::math::{set_xyz, xyz};
use crate::cpu::tally::tally;
use crate::passes::view::TouchSettle;
use crate::types::FEATURE_TALLY;
use glam::Vec3;

pub(crate) fn settle(mut pass: TouchSettle<'_>) {
    for i in 0..pass.params.count as usize {
        let entries = list(pass.starts, pass.entries, i);
        let push = pass.velocity[i][3] * pushed(entries, pass.touches, pass.pushes);
        let v = xyz(pass.velocity[i]) + push;
        set_xyz(&mut pass.velocity[i], v);
        if pass.features & FEATURE_TALLY != 0 {
            tally_touches(&mut pass, i);
        }
    }
}

fn tally_touches(pass: &mut TouchSettle<'_>, i: usize) {
    for entry in list(pass.starts, pass.entries, i) {
        let (row, corner) = (*entry as usize / 4, *entry as usize % 4);
        let (pair, touch) = (pass.pairs[row], pass.touches[row]);
        let first = corner < first_corners(pair.kind);
        let other = pass.body_of[pair.corners[if first { 3 } else { 0 }] as usize];
        if touch.presses == 0 || other == pass.body_of[i] {
            continue;
        }
        let push = touch.lambda * Vec3::from(touch.normal) + Vec3::from(touch.tangent);
        let impulse = push / pass.frame[0].h + Vec3::from(pass.pushes[row]);
        tally(
            (pass.tallies, pass.status),
            [i, pass.params.count as usize],
            1 + pass.params.colliders + other,
            touch.weights[corner] * impulse,
        );
    }
}
