//! CPU implementation of `shaders/contact/solve_contact_rows.comp`.

use super::strided;
use crate::cpu::contact::coefficients::coefficients_of;
use crate::cpu::contact::contact_row::Rows;
use crate::cpu::friction::{combine, friction, resting};
use crate::cpu::math::{with_w, xyz};
use crate::views::view::SolveContactRows;
use glam::Vec3;
use pliant_passes::types::{ACTIVE_MARGIN, FEATURE_FIRST_ROUND};
use std::ops::Range;

pub(crate) fn solve_contact_rows(pass: &SolveContactRows<'_>, invocations: Range<usize>) {
    let contacts = pass.state[0].contacts.min(pass.params.contacts) as usize;
    for row in strided(invocations, pass.params.count as usize, contacts) {
        solve(pass, row);
    }
}

fn solve(pass: &SolveContactRows<'_>, row: usize) {
    let rows = Rows(pass.rows);
    let corners = rows.corners_of(row);
    let weights = rows.weights_of(row);
    let first = pass.features & FEATURE_FIRST_ROUND != 0;
    let last = if first {
        [0.0; 4]
    } else {
        pass.lambdas.get(row)
    };
    let (held, old) = (xyz(last), last[3]);
    let mut moved = Vec3::ZERO;
    let mut w = 0.0;
    for k in 0..4 {
        moved += weights[k] * xyz(pass.displacement[corners[k]]);
        w += weights[k] * weights[k] * pass.split_inverse_mass[corners[k]];
    }
    let (normal, open) = rows.plane_of(row);
    let along = normal.dot(moved);
    let separation = open + along;
    let active = separation < ACTIVE_MARGIN * rows.gap_of(row) || old > 0.0;
    // others wait for the next.
    let counted = if first {
        rows.is_predicted(row)
    } else {
        pass.pushes.get(row)[3] > 0.0
    };
    if !counted || w == 0.0 || (separation >= 0.0 && old == 0.0) {
        pass.pushes
            .set(row, with_w(Vec3::ZERO, f32::from(u8::from(active))));
        pass.lambdas.set(row, last);
        return;
    }
    let lambda = (old - separation / w).max(0.0);
    let of = |c: usize| coefficients_of(pass.coefficients[pass.body_of[c] as usize]);
    let pair = combine(of(corners[0]), of(corners[3]));
    let slid = moved - along * normal;
    // Rounds are few. What features that hold each other slid in earlier substeps is taken back, or they would creep.
    let (slip, _) = rows.slip_of(row);
    let wanted = held - (slid + slip) / w;
    let slow = (w * held - slid).length() < pass.frame[0].h * pass.frame[0].rest_speed;
    let holding = if slow { resting(pair) } else { pair };
    let tangent = friction(holding, wanted, lambda);
    let push = (lambda - old) * normal + tangent - held;
    pass.pushes
        .set(row, with_w(push, f32::from(u8::from(active))));
    pass.lambdas.set(row, with_w(tangent, lambda));
}
