//! CPU implementation of `shaders/rigid/remove_stabilization_velocity.comp`.

use super::block::Block;
use super::{color_order, contacts_of};
use crate::views::view::RemoveStabilizationVelocity;
use glam::Vec3;
use pliant_passes::types::{MOST_STABILIZATION_ROUNDS, STATUS_RIGID_CONTACTS};

pub(crate) fn remove_stabilization_velocity(
    pass: &RemoveStabilizationVelocity<'_>,
    _workgroup: usize,
) {
    let pairs = color_order(pass.ordered, pass.color_starts);
    let fast = pass.frame[0].rest_speed;
    let mut least = 0.1 * fast;
    let mut unsettled = false;
    for pair in pairs {
        unsettled |= check(pass, *pair as usize) > least;
    }
    for _ in 0..MOST_STABILIZATION_ROUNDS {
        if !std::mem::take(&mut unsettled) {
            break;
        }
        for pair in pairs {
            let most = solve(pass, *pair as usize, least);
            unsettled |= most > least && most > fast;
        }
        least = fast;
    }
}

/// A pair whose `separation` is the allowed separation velocity minus the actual one, and the largest excess.
fn block(pass: &RemoveStabilizationVelocity<'_>, pair: usize) -> (Block, f32) {
    let contacts = contacts_of(pair, pass.manifolds[pair].points);
    let contacts = pass.contacts.range(contacts);
    let (bodies, all) = (pass.pairs[pair].bodies, contacts.iter().copied());
    let mut block = Block::of_velocities(&pass.rigids, &pass.states, bodies, all);
    let mut most = 0.0_f32;
    for (point, contact) in block.points.iter_mut().zip(contacts) {
        point.lambda = contact.lambda;
        point.separation = contact.normal_velocity.max(0.0) - point.separation;
        if contact.lambda > 0.0 {
            most = most.max(-point.separation);
        }
    }
    (block, most)
}

fn check(pass: &RemoveStabilizationVelocity<'_>, pair: usize) -> f32 {
    let (block, most) = block(pass, pair);
    if pass.params.flag != 0 {
        let pushing = block.points.iter().filter(|p| p.lambda > 0.0).count();
        pass.status
            .add(STATUS_RIGID_CONTACTS as usize, pushing as u32);
    }
    most
}

/// Returns the largest excess.
fn solve(pass: &RemoveStabilizationVelocity<'_>, pair: usize, least: f32) -> f32 {
    let (mut block, most) = block(pass, pair);
    if most > least {
        for point in &mut block.points {
            let pushes = point.lambda > 0.0;
            point.normal = if pushes { -point.normal } else { Vec3::ZERO };
            point.lambda = 0.0;
        }
        block.solve_normals();
        block.store_velocities(&pass.rigids, &pass.states, pass.pairs[pair].bodies);
    }
    most
}
