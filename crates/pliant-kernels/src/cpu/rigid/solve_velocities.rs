//! CPU implementation of `shaders/rigid/solve_velocities.comp`.

use super::block::Block;
use super::{color_order, contacts_of, symmetric_order};
use crate::views::view::SolveVelocities;
use glam::{Vec3, Vec4};
use pliant_passes::types::RigidContact;

pub(crate) fn solve_velocities(pass: &SolveVelocities<'_>, _workgroup: usize) {
    for pair in color_order(pass.ordered, pass.color_starts) {
        accumulate_slip(pass, *pair as usize);
    }
    for pair in symmetric_order(pass.ordered, pass.color_starts) {
        solve(pass, pair);
    }
}

fn contacts<'a>(pass: &SolveVelocities<'a>, pair: usize) -> &'a [RigidContact] {
    pass.contacts
        .range(contacts_of(pair, pass.manifolds[pair].points))
}

/// A pair with its λ; `separation` is its normal velocity.
fn block(pass: &SolveVelocities<'_>, pair: usize) -> Block {
    let (bodies, contacts) = (pass.pairs[pair].bodies, contacts(pass, pair));
    let all = contacts.iter().copied();
    let mut block = Block::of_velocities(&pass.rigids, &pass.states, bodies, all);
    for (point, contact) in block.points.iter_mut().zip(contacts) {
        point.lambda = contact.lambda;
    }
    block
}

fn accumulate_slip(pass: &SolveVelocities<'_>, pair: usize) {
    let coefficients = pass.manifolds[pair].coefficients;
    let slip = Vec4::from(pass.slips.get(pair));
    let slip = block(pass, pair).accumulated_slip(coefficients, pass.frame[0].h, slip);
    pass.slips.set(pair, slip.to_array());
}

fn solve(pass: &SolveVelocities<'_>, pair: usize) {
    let manifold = pass.manifolds[pair];
    let mut block = block(pass, pair);
    let frame = &pass.frame[0];
    let per_h = 1.0 / frame.h;
    let mut is_active = false;
    for (point, contact) in block.points.iter_mut().zip(contacts(pass, pair)) {
        if contact.normal_velocity > frame.rest_speed {
            point.separation -= contact.normal_velocity;
        }
        if point.lambda <= 0.0 {
            point.normal = Vec3::ZERO;
        }
        is_active |= point.lambda > 0.0;
        point.lambda *= per_h;
    }
    if !is_active {
        return;
    }
    block.solve_normals();
    let mut tangent = per_h * Vec3::from(manifold.tangent);
    let mut twist = per_h * manifold.twist;
    let held = (&mut tangent, &mut twist);
    block.solve_friction(manifold.coefficients, frame.rest_speed, Vec4::ZERO, held);
    block.store_velocities(&pass.rigids, &pass.states, pass.pairs[pair].bodies);
}
