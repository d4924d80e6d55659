//! CPU implementation of `shaders/contact/evaluate_contacts.comp`.

use super::set_pressing;
use crate::cpu::math::{set_xyz, with_w, xyz};
use glam::Vec3;
use pliant_passes::passes::view::EvaluateContacts;
use pliant_passes::types::{ACTIVE_MARGIN, BOUNCE_DEPTH, LEAST_SLIP, SEPARATION_OF_REMOVED};

pub(crate) fn evaluate_contacts(mut pass: EvaluateContacts<'_>) {
    let fast = pass.frame[0].h * pass.frame[0].rest_speed;
    for at in 0..pass.state[0].active_contacts as usize {
        let row = pass.active_contacts[at] as usize;
        let corners = pass.corners[row].map(|c| c as usize);
        let normal = xyz(pass.normals[row]);
        let origin = xyz(pass.position[corners[0]]);
        let ends = || pass.weights[row].into_iter().zip(corners);
        let from_origin = |(u, c): (f32, usize)| u * (xyz(pass.position[c]) - origin);
        let between: Vec3 = ends().map(from_origin).sum();
        let start = normal.dot(between);
        let approach: f32 = ends()
            .map(|(u, c)| u * normal.dot(xyz(pass.displacement[c])))
            .sum();
        slip(&mut pass, row, between - start * normal);
        let gone = corners.iter().any(|c| pass.position[*c][3] < 0.0);
        let gap = pass.normals[row][3];
        let open = if gone {
            SEPARATION_OF_REMOVED
        } else {
            start - gap
        };
        let presses = pass.near[row] > 0.0 && open + approach < ACTIVE_MARGIN * gap;
        set_pressing(&mut pass.presses[row], pass.changed, corners, presses);
        pass.opens[row] = [open, approach];
        if approach < -fast || open < -fast.max(BOUNCE_DEPTH * gap) {
            let state = &mut pass.state[0];
            pass.found[state.bouncing as usize] = row as u32;
            state.bouncing += 1;
        }
    }
}

/// What its parts slid from where they were held.
fn slip(pass: &mut EvaluateContacts<'_>, row: usize, along: Vec3) {
    let anchor = pass.anchors[row];
    let slid = anchor[3] * (along - xyz(anchor));
    let most = pass.slips[row][3] / slid.length().max(LEAST_SLIP);
    let held = most.min(1.0) * slid;
    set_xyz(&mut pass.slips[row], held);
    if anchor[3] == 0.0 || held != slid {
        pass.anchors[row] = with_w(along - held, 1.0);
    }
}
