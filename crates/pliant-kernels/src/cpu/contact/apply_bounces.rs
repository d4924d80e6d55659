//! CPU implementation of `shaders/contact/apply_bounces.comp`.

use super::entries;
use crate::cpu::accumulate::accumulate;
use crate::cpu::contact::contact_row::Rows;
use crate::cpu::math::xyz;
use crate::views::view::ApplyBounces;
use glam::Vec3;
use pliant_passes::types::FEATURE_ACCUMULATE;

pub(crate) fn apply_bounces(pass: &ApplyBounces<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let mut sum = Vec3::ZERO;
    for entry in entries(pass.starts, pass.entries, i) {
        let (row, weight) = Rows(pass.rows).weight_of(*entry);
        sum += weight * xyz(pass.pushes[row]);
    }
    if sum != Vec3::ZERO {
        let w = pass.velocity.w(i);
        pass.velocity.set_xyz(i, pass.velocity.xyz(i) + w * sum);
    }
    if pass.features & FEATURE_ACCUMULATE != 0 && i < pass.params.first_corner as usize {
        accumulate_contacts(pass, i);
    }
}

/// Accumulates the impulses of other bodies on a particle.
fn accumulate_contacts(pass: &ApplyBounces<'_>, i: usize) {
    let rows = Rows(pass.rows);
    for entry in entries(pass.starts, pass.entries, i) {
        let (row, weight) = rows.weight_of(*entry);
        let corners = rows.corners_of(row);
        let bodies = [corners[0], corners[3]].map(|c| pass.body_of[c]);
        let own = pass.body_of[i];
        let other = if own == bodies[0] {
            bodies[1]
        } else {
            bodies[0]
        };
        let lambda = pass.lambdas[row];
        if lambda[3] == 0.0 || own == other {
            continue;
        }
        let (normal, _) = rows.plane_of(row);
        let push = lambda[3] * normal + xyz(lambda);
        let impulse = push / pass.frame[0].h + xyz(pass.pushes[row]);
        accumulate(
            (&pass.accumulators, &pass.status),
            [i, pass.params.first_corner as usize],
            1 + pass.params.colliders + other,
            weight * impulse,
        );
    }
}
