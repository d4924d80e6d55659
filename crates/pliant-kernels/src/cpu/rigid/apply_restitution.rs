//! CPU implementation of `shaders/rigid/apply_restitution.comp`.

use super::colors::{Colors, HasPoints, Packet, colors};
use super::disturb::disturb;
use super::friction_cone::{Across, Friction};
use super::manifolds::Manifolds;
use super::surface_motion::surfaces;
use crate::cpu::lanes::{Lanes, Vec3s, lanes};
use crate::views::view::ApplyRestitution;
use pliant_passes::types::{COLORS, DISTURBED_AT_ONCE, MOST_RESTITUTION_ROUNDS, POINTS};

pub(crate) fn apply_restitution(pass: &ApplyRestitution<'_>, _workgroup: usize) {
    let colors = colors!(pass);
    for _ in 0..MOST_RESTITUTION_ROUNDS {
        let mut hit = false;
        for_all(&colors, |packet| hit |= solve(pass, packet));
        if !hit {
            break;
        }
    }
    for_all(&colors, |packet| store_normal_velocities(pass, packet));
}

fn for_all<M: HasPoints>(colors: &Colors<'_, M>, mut run: impl FnMut(&Packet)) {
    for color in 0..=COLORS as usize {
        colors.solve_color(color, &mut |packet| run(&packet));
    }
}

fn block(pass: &ApplyRestitution<'_>, packet: &Packet) -> Manifolds {
    let surfaces = surfaces!(pass, 1.0 / pass.frame[0].h);
    let contact = |at: usize| pass.contacts.get(at);
    let of = (&pass.pairs, &pass.manifolds);
    Manifolds::of_velocities(packet, of.0, of.1, contact, &pass.velocities, surfaces)
}

fn store_normal_velocities(pass: &ApplyRestitution<'_>, packet: &Packet) {
    let block = block(pass, packet);
    for (i, point) in block.points().iter().enumerate() {
        let speeds = point.separation.to_array();
        for (pair, speed) in packet.pairs.into_iter().zip(speeds).take(packet.count) {
            if i < pass.manifolds[pair].points as usize {
                let at = POINTS as usize * pair + i;
                pass.contacts
                    .update(at, |contact| contact.normal_velocity = speed);
            }
        }
    }
}

fn disturb_sleepers(pass: &ApplyRestitution<'_>, pair: usize) {
    let bodies = pass.pairs[pair].bodies.into_iter();
    for body in bodies.filter(|body| pass.rigids[*body as usize].sleeps()) {
        disturb(&pass.motion_bounds, &pass.status, body, DISTURBED_AT_ONCE);
    }
}

/// Returns whether some pair hits.
fn solve(pass: &ApplyRestitution<'_>, packet: &Packet) -> bool {
    let manifolds = packet.pairs.map(|pair| pass.manifolds[pair]);
    let restitution = lanes(|k| manifolds[k].coefficients.restitution);
    let zero = Lanes::ZERO;
    let bounces = restitution.simd_gt(zero);
    if !bounces.any() {
        return false;
    }
    let mut block = block(pass, packet);
    let frame = &pass.frame[0];
    let h = Lanes::splat(frame.h);
    let mut hits = zero;
    for (i, point) in block.points_mut().iter_mut().enumerate() {
        let exists = lanes(|k| {
            if i < manifolds[k].points as usize {
                1.0
            } else {
                0.0
            }
        });
        let exists = exists.simd_gt(zero);
        let separation = lanes(|k| match i < manifolds[k].points as usize {
            true => {
                pass.contacts
                    .get(POINTS as usize * packet.pairs[k] + i)
                    .separation
            }
            false => 0.0,
        });
        let speed = point.separation;
        let is_fast = speed.simd_lt(Lanes::splat(-frame.rest_speed));
        let here = exists & is_fast & (separation + h * speed).simd_lt(zero);
        hits |= here;
        point.separation += here.select(restitution * speed, separation.fast_max(zero) / h);
        point.lambda = zero;
    }
    let hits = hits & bounces;
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
    block.store_velocities(packet, &pass.pairs, &pass.velocities);
    true
}
