//! CPU implementation of `shaders/contact/apply_bounces.comp`.

use super::{first_corners, list};
use crate::cpu::accumulate::accumulate;
use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::ApplyBounces;
use pliant_passes::types::FEATURE_ACCUMULATE;

pub(crate) fn apply_bounces(mut pass: ApplyBounces<'_>) {
    for i in 0..pass.params.count as usize {
        if pass.bounced[i] != 0 {
            let entries = list(pass.starts, pass.ends, pass.entries, i);
            let by = entries.iter().map(|entry| {
                let (row, corner) = (*entry as usize / 4, *entry as usize % 4);
                pass.weights[row][corner] * bounce_of(&pass, row)
            });
            let push = pass.velocity[i][3] * by.sum::<Vec3>();
            let v = xyz(pass.velocity[i]) + push;
            set_xyz(&mut pass.velocity[i], v);
            pass.bounced[i] = 0;
        }
        if pass.features & FEATURE_ACCUMULATE != 0 {
            accumulate_contacts(&mut pass, i);
        }
    }
}

/// What a touch changes velocities by.
fn bounce_of(pass: &ApplyBounces<'_>, row: usize) -> Vec3 {
    if pass.presses[row] < 0.0 {
        xyz(pass.pushes[row])
    } else {
        Vec3::ZERO
    }
}

fn accumulate_contacts(pass: &mut ApplyBounces<'_>, i: usize) {
    for entry in list(pass.starts, pass.ends, pass.entries, i) {
        let (row, corner) = (*entry as usize / 4, *entry as usize % 4);
        let first = corner < first_corners(pass.manners[row][0]);
        let other = pass.body_of[pass.corners[row][if first { 3 } else { 0 }] as usize];
        let lambda = pass.lambdas[row];
        if lambda[3] == 0.0 || other == pass.body_of[i] {
            continue;
        }
        let push = lambda[3] * xyz(pass.normals[row]) + xyz(lambda);
        let impulse = push / pass.frame[0].h + bounce_of(pass, row);
        accumulate(
            (
                &(&mut *pass.accumulators).into(),
                &(&mut *pass.status).into(),
            ),
            [i, pass.params.count as usize],
            1 + pass.params.colliders + other,
            pass.weights[row][corner] * impulse,
        );
    }
}
