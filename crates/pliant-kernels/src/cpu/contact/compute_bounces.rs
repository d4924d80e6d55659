//! CPU implementation of `shaders/contact/compute_bounces.comp`.

use super::strided;
use crate::cpu::contact::coefficients::coefficients_of;
use crate::cpu::contact::contact_row::Rows;
use crate::cpu::friction::{combine, resting};
use crate::cpu::math::{with_w, xyz};
use crate::views::view::ComputeBounces;
use glam::Vec3;
use pliant_passes::types::{BOUNCE_DEPTH, LEAST_SLIP, STATUS_DEFORMABLE_CONTACTS};
use std::ops::Range;

pub(crate) fn compute_bounces(pass: &ComputeBounces<'_>, invocations: Range<usize>) {
    let contacts = pass.state[0].contacts.min(pass.params.contacts) as usize;
    for row in strided(invocations, pass.params.count as usize, contacts) {
        bounce(pass, row);
    }
}

fn bounce(pass: &ComputeBounces<'_>, row: usize) {
    let rows = Rows(pass.rows);
    let lambda = pass.lambdas[row][3];
    let candidate = rows.candidate_of(row);
    let store = |slip: Vec3| {
        if pass.state[0].searching < 2 {
            pass.slips.set(candidate, with_w(slip, 0.0));
        }
    };
    pass.pushes.set(row, [0.0; 4]);
    if lambda == 0.0 {
        store(Vec3::ZERO);
        return;
    }
    if pass.params.counts_contacts != 0 {
        pass.status.add(STATUS_DEFORMABLE_CONTACTS as usize, 1);
    }
    let frame = pass.frame[0];
    let (corners, weights) = (rows.corners_of(row), rows.weights_of(row));
    let ((normal, open), (slip, approach)) = (rows.plane_of(row), rows.slip_of(row));
    let (mut moved, mut w) = (Vec3::ZERO, 0.0);
    for k in 0..4 {
        moved += weights[k] * xyz(pass.displacement[corners[k]]);
        w += weights[k] * weights[k] * pass.split_inverse_mass[corners[k]];
    }
    let of = |c: usize| coefficients_of(pass.coefficients[pass.body_of[c] as usize]);
    let pair = combine(of(corners[0]), of(corners[3]));
    let slid = slip + moved - normal.dot(moved) * normal;
    let most = w * resting(pair).friction * lambda;
    let held = (most / slid.length().max(LEAST_SLIP)).min(1.0);
    store(held * slid);
    let fast = frame.h * frame.rest_speed;
    let deep = open < -fast.max(BOUNCE_DEPTH * rows.gap_of(row));
    if (approach < -fast || deep) && w > 0.0 {
        let leaving: f32 = (0..4)
            .map(|k| weights[k] * normal.dot(xyz(pass.velocity[corners[k]])))
            .sum();
        let speed = approach / frame.h;
        let wanted = if speed < -frame.rest_speed {
            -pair.restitution * speed
        } else {
            0.0
        };
        let impulse = (wanted - leaving) / w * normal;
        pass.pushes.set(row, with_w(impulse, 0.0));
    }
}
