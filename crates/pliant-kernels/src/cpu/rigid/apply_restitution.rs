//! CPU implementation of `shaders/rigid/apply_restitution.comp`.

use super::block::Block;
use super::color_order;
use glam::{Vec3, Vec4};
use pliant_passes::passes::view::ApplyRestitution;
use pliant_passes::types::{MOST_RESTITUTION_ROUNDS, POINTS};

pub(crate) fn apply_restitution(mut pass: ApplyRestitution<'_>) {
    let ordered = color_order(pass.ordered, pass.color_starts);
    for _ in 0..MOST_RESTITUTION_ROUNDS {
        let mut hit = false;
        for pair in ordered {
            hit |= solve(&mut pass, *pair as usize);
        }
        if !hit {
            break;
        }
    }
    for pair in ordered {
        let pair = *pair as usize;
        let block = block(&pass, pair);
        let contacts = &mut pass.contacts[POINTS as usize * pair..][..block.count];
        for (contact, point) in contacts.iter_mut().zip(&block.points) {
            contact.normal_velocity = point.separation;
        }
    }
}

fn block(pass: &ApplyRestitution<'_>, pair: usize) -> Block {
    let points = pass.manifolds[pair].points as usize;
    let contacts = &pass.contacts[POINTS as usize * pair..][..points];
    Block::of_velocities(pass.rigids, pass.states, pass.pairs[pair].bodies, contacts)
}

/// Returns whether the pair hits.
fn solve(pass: &mut ApplyRestitution<'_>, pair: usize) -> bool {
    let manifold = pass.manifolds[pair];
    if manifold.points == 0 || manifold.coefficients.restitution == 0.0 {
        return false;
    }
    let mut block = block(pass, pair);
    let frame = pass.frame[0];
    let mut hits = false;
    let contacts = &pass.contacts[POINTS as usize * pair..];
    for (point, contact) in block.points.iter_mut().zip(contacts).take(block.count) {
        let speed = point.separation;
        let here = speed < -frame.rest_speed && contact.separation + frame.h * speed < 0.0;
        hits |= here;
        point.separation += if here {
            manifold.coefficients.restitution * speed
        } else {
            contact.separation.max(0.0) / frame.h
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
        block.store_velocities(pass.rigids, pass.states, pass.pairs[pair].bodies);
    }
    hits
}
