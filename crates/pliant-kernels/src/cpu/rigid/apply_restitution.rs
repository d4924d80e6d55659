//! CPU implementation of `shaders/rigid/apply_restitution.comp`.

use super::block::Block;
use super::{color_order, contacts_of};
use crate::views::view::ApplyRestitution;
use glam::{Vec3, Vec4};
use pliant_passes::types::MOST_RESTITUTION_ROUNDS;

pub(crate) fn apply_restitution(pass: &ApplyRestitution<'_>, _workgroup: usize) {
    let ordered = color_order(pass.ordered, pass.color_starts);
    for _ in 0..MOST_RESTITUTION_ROUNDS {
        let mut hit = false;
        for pair in ordered {
            hit |= solve(pass, *pair as usize);
        }
        if !hit {
            break;
        }
    }
    for pair in ordered {
        store_normal_velocities(pass, *pair as usize);
    }
}

fn block(pass: &ApplyRestitution<'_>, pair: usize) -> Block {
    let contacts = contacts_of(pair, pass.manifolds[pair].points).map(|at| pass.contacts.get(at));
    Block::of_velocities(
        &pass.rigids,
        &pass.states,
        pass.pairs[pair].bodies,
        contacts,
    )
}

fn store_normal_velocities(pass: &ApplyRestitution<'_>, pair: usize) {
    let block = block(pass, pair);
    for (at, point) in contacts_of(pair, pass.manifolds[pair].points).zip(&block.points) {
        pass.contacts
            .update(at, |contact| contact.normal_velocity = point.separation);
    }
}

/// Returns whether the pair hits.
fn solve(pass: &ApplyRestitution<'_>, pair: usize) -> bool {
    let manifold = pass.manifolds[pair];
    if manifold.points == 0 || manifold.coefficients.restitution == 0.0 {
        return false;
    }
    let mut block = block(pass, pair);
    let frame = &pass.frame[0];
    let mut hits = false;
    for (point, at) in block
        .points
        .iter_mut()
        .zip(contacts_of(pair, manifold.points))
    {
        let separation = pass.contacts.get(at).separation;
        let speed = point.separation;
        let here = speed < -frame.rest_speed && separation + frame.h * speed < 0.0;
        hits |= here;
        point.separation += if here {
            manifold.coefficients.restitution * speed
        } else {
            separation.max(0.0) / frame.h
        };
    }
    if hits {
        block.solve_normals();
        let (mut tangent, mut twist) = (Vec3::ZERO, 0.0);
        block.solve_friction(
            manifold.coefficients,
            0.0,
            Vec4::ZERO,
            (&mut tangent, &mut twist),
        );
        block.store_velocities(&pass.rigids, &pass.states, pass.pairs[pair].bodies);
    }
    hits
}
