//! CPU implementation of `shaders/rigid/apply_restitution.comp`.

use super::colors::{Colors, Packet};
use super::disturb::disturb;
use crate::cpu::lanes::Vec3s;
use crate::cpu::rigid::blocks::block::Manifolds;
use crate::cpu::rigid::blocks::friction_cone::{Across, Friction};
use crate::cpu::rigid::blocks::impact::load_impact;
use crate::cpu::rigid::blocks::surface_motion::Surfaces;
use crate::views::view::ApplyRestitution;
use pliant_passes::types::{DISTURBED_AT_ONCE, FEATURE_FUSED, MOST_RESTITUTION_ROUNDS};
use std::ops::Range;

pub(crate) fn apply_restitution(pass: &ApplyRestitution<'_>, invocations: Range<usize>) {
    let first = pass.params.round as usize;
    // Where large colours have dispatches of their own, this is one round, or the rest of one.
    let is_one_round = pass.features & FEATURE_FUSED == 0 || pass.params.color_dispatches > 0;
    let end = if is_one_round {
        first + 1
    } else {
        MOST_RESTITUTION_ROUNDS as usize
    };
    let colors = [pass.params.color, pass.params.color_dispatches];
    let colors = Colors::new(&pass.colored, &pass.manifolds, colors);
    for round in first..end {
        if pass.impacts.get(round) == 0 {
            break;
        }
        colors.solve(pass.features, invocations.clone(), |packet| {
            if solve(pass, &packet) {
                pass.impacts.atomic(round + 1, 0).max(1);
            }
        });
    }
}

fn disturb_sleepers(pass: &ApplyRestitution<'_>, pair: usize) {
    let bodies = pass.colored.pairs[pair].bodies.into_iter();
    for body in bodies.filter(|body| pass.rigids[*body as usize].sleeps()) {
        disturb(&pass.motion_bounds, &pass.status, body, DISTURBED_AT_ONCE);
    }
}

/// Returns whether some pair hits.
fn solve(pass: &ApplyRestitution<'_>, packet: &Packet) -> bool {
    let manifolds = packet.pairs.map(|pair| pass.manifolds[pair]);
    if manifolds.iter().all(|m| m.coefficients.restitution <= 0.0) {
        return false;
    }
    let surfaces = Surfaces::of_velocities(pass.surface_motions, pass.features, pass.frame[0].h);
    let contact = |at: usize| pass.contacts[at];
    let of = (&pass.colored.pairs, &pass.manifolds);
    let mut block = Manifolds::load_ends(packet, of.0, of.1, contact, &pass.velocities, surfaces);
    let hits = load_impact(&mut block, packet, &manifolds, contact, &pass.frame[0]);
    let mask = hits.to_bitmask() & ((1 << packet.count) - 1);
    if mask == 0 {
        return false;
    }
    for k in (0..packet.count).filter(|k| mask & 1 << k != 0) {
        disturb_sleepers(pass, packet.pairs[k]);
    }
    for point in block.points_mut() {
        point.normal = point.normal.where_set(hits, Vec3s::ZERO);
    }
    block.solve_normals();
    let pair = Friction::of(manifolds.map(|manifold| manifold.coefficients));
    block.solve_friction(hits, pair, 0.0, Across::ZERO, &mut { Across::ZERO });
    block.store_ends(packet, &pass.colored.pairs, &pass.velocities);
    true
}
