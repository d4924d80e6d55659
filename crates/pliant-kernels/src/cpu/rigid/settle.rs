//! Twin of `shaders/rigid/settle.comp`.

use super::block::Block;
use super::in_order;
use crate::passes::view::RigidSettle;
use crate::types::{POINTS, STATUS_RIGID_CONTACTS};
use glam::Vec3;

pub(crate) fn settle(mut pass: RigidSettle<'_>) {
    for pair in in_order(pass.ordered, pass.color_starts) {
        solve(&mut pass, *pair as usize);
    }
}

fn solve(pass: &mut RigidSettle<'_>, pair: usize) {
    let points = pass.manifolds[pair].points as usize;
    let contacts = &pass.contacts[POINTS as usize * pair..][..points];
    let bodies = pass.pairs[pair].bodies;
    let mut block = Block::of_speeds(pass.rigids, pass.states, bodies, contacts);
    for (point, contact) in block.points.iter_mut().zip(contacts) {
        point.lambda = contact.lambda;
    }
    let coefficients = pass.manifolds[pair].coefficients;
    let slip = block.slipped(coefficients, pass.frame[0].h, pass.slips[pair].into());
    pass.slips[pair] = slip.to_array();
    let mut wrong = false;
    for (point, contact) in block.points.iter_mut().zip(contacts) {
        let excess = point.open - contact.parting.max(0.0);
        let pushes = contact.lambda > 0.0;
        wrong |= pushes && excess > 0.1 * pass.frame[0].rest_speed;
        if pushes && pass.params.flag != 0 {
            pass.status[STATUS_RIGID_CONTACTS as usize] += 1;
        }
        point.open = -excess;
        point.lambda = 0.0;
        point.normal = if pushes { -point.normal } else { Vec3::ZERO };
    }
    if wrong {
        block.press();
        block.keep_speeds(pass.rigids, pass.states, bodies);
    }
}
