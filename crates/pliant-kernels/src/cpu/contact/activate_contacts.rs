//! CPU implementation of `shaders/contact/activate_contacts.comp`.

use super::set_pressing;
use crate::cpu::math::xyz;
use pliant_passes::passes::view::ActivateContacts;
use pliant_passes::types::{ACTIVATION_GAP, STALE_ROUNDS};

pub(crate) fn activate_contacts(pass: ActivateContacts<'_>) {
    if pass.stale[STALE_ROUNDS as usize] < pass.params.round {
        return;
    }
    for row in &pass.active_contacts[..pass.state[0].active_contacts as usize] {
        let row = *row as usize;
        let (normal, start) = (xyz(pass.normals[row]), pass.opens[row][0]);
        let ends = pass.weights[row].into_iter().zip(pass.corners[row]);
        let along: f32 = ends
            .map(|(u, c)| u * normal.dot(xyz(pass.displacement[c as usize])))
            .sum();
        let open = start + along;
        let may = pass.near[row] > 0.0;
        let gap = pass.normals[row][3];
        let close = open + gap < ACTIVATION_GAP * (start + gap).min(gap);
        if may && close {
            let rounds = &mut pass.stale[STALE_ROUNDS as usize];
            *rounds = (pass.params.round + 1).max(*rounds);
        }
        let presses = may && (open < 0.0 || pass.lambdas[row][3] > 0.0);
        let corners = pass.corners[row].map(|c| c as usize);
        set_pressing(&mut pass.presses[row], pass.changed, corners, presses);
    }
}
