//! CPU implementation of `shaders/contact/solve_contact_rows.comp`.

use super::coefficients;
use crate::cpu::friction::{combine, friction, resting};
use crate::cpu::math::{set_xyz, with_w, xyz};
use glam::Vec3;
use pliant_passes::passes::view::SolveContactRows;
use pliant_passes::types::{FEATURE_FIRST_ROUND, STALE_ROUNDS};

pub(crate) fn solve_contact_rows(pass: SolveContactRows<'_>) {
    if pass.stale[STALE_ROUNDS as usize] < pass.params.round {
        return;
    }
    let begins = pass.features & FEATURE_FIRST_ROUND != 0;
    for row in &pass.active_contacts[..pass.state[0].active_contacts as usize] {
        let row = *row as usize;
        let corners = pass.corners[row].map(|c| c as usize);
        let ends = || pass.weights[row].into_iter().zip(corners);
        let w: f32 = ends().map(|(u, c)| u * u * pass.share[c]).sum();
        if pass.presses[row] == 0.0 || w == 0.0 {
            set_xyz(&mut pass.pushes[row], Vec3::ZERO);
            pass.slips[row][3] = 0.0;
            if begins {
                pass.lambdas[row] = [0.0; 4];
            }
            continue;
        }
        let gone: Vec3 = ends().map(|(u, c)| u * xyz(pass.displacement[c])).sum();
        let (normal, open) = (xyz(pass.normals[row]), pass.opens[row][0]);
        let last = if begins { [0.0; 4] } else { pass.lambdas[row] };
        let (held, old) = (xyz(last), last[3]);
        let along = normal.dot(gone);
        let lambda = (old - (open + along) / w).max(0.0);
        let of = |c: usize| coefficients(pass.coefficients[pass.body_of[c] as usize]);
        let pair = combine(of(corners[0]), of(corners[3]));
        let slid = gone - along * normal;
        let slip = xyz(pass.slips[row]);
        let wanted = held - (slid + slip - slip.dot(normal) * normal) / w;
        let slow = (w * held - slid).length() < pass.frame[0].h * pass.frame[0].rest_speed;
        let holding = if slow { resting(pair) } else { pair };
        let tangent = friction(holding, wanted, lambda);
        let most = if tangent == wanted {
            holding.friction.max(holding.static_friction)
        } else {
            holding.friction
        };
        let push = (lambda - old) * normal + tangent - held;
        set_xyz(&mut pass.pushes[row], push);
        pass.slips[row][3] = w * most * lambda;
        pass.lambdas[row] = with_w(tangent, lambda);
    }
}
