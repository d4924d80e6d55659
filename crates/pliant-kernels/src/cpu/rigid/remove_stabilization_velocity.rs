//! CPU implementation of `shaders/rigid/remove_stabilization_velocity.comp`.

use super::colors::{Packet, colors};
use super::manifolds::Manifolds;
use crate::cpu::lanes::{Lanes, Vec3s};
use crate::views::view::RemoveStabilizationVelocity;
use pliant_passes::types::{
    COLORS, FEATURE_FUSED, MOST_STABILIZATION_ROUNDS, STATUS_RIGID_CONTACTS,
};
use std::ops::Range;

pub(crate) fn remove_stabilization_velocity(
    pass: &RemoveStabilizationVelocity<'_>,
    invocations: Range<usize>,
) {
    let colors = colors!(pass);
    let rest_speed = pass.frame[0].rest_speed;
    let mut first_round = |packet: Packet| {
        solve(pass, &packet, 0.1 * rest_speed, pass.params.flag != 0);
    };
    if pass.features & FEATURE_FUSED == 0 {
        colors.solve_own(invocations, first_round);
        return;
    }
    if invocations.start > 0 {
        return;
    }
    for color in colors.first_small()..=COLORS as usize {
        colors.solve_color(color, &mut first_round);
    }
    for _ in 1..MOST_STABILIZATION_ROUNDS {
        if pass.unsettled.get(0) == 0 {
            break;
        }
        pass.unsettled.set(0, 0);
        for color in 0..=COLORS as usize {
            colors.solve_color(color, &mut |packet| solve(pass, &packet, rest_speed, false));
        }
    }
    pass.unsettled.set(0, 0);
}

/// Removes separation velocities above the allowed one by more than `least`, m/s.
fn solve(pass: &RemoveStabilizationVelocity<'_>, packet: &Packet, least: f32, counts: bool) {
    let contact = |at: usize| pass.contacts[at];
    let of = (&pass.pairs, &pass.manifolds);
    let loaded = Manifolds::of_velocities(packet, of.0, of.1, contact, &pass.velocities);
    let Some(mut block) = loaded else {
        return;
    };
    let zero = Lanes::ZERO;
    let (mut most, mut active) = (zero, 0);
    let lanes = (1_u32 << packet.count) - 1;
    for point in block.points_mut() {
        let pushes = point.lambda.simd_gt(zero);
        // Allowed is the velocity before any contact pushed.
        point.separation = point.normal_velocity.fast_max(zero) - point.separation;
        most = pushes.select(most.fast_max(-point.separation), most);
        active += (pushes.to_bitmask() & lanes).count_ones();
        point.normal = (Vec3s::ZERO - point.normal).where_set(pushes, Vec3s::ZERO);
        point.lambda = zero;
    }
    if counts && active > 0 {
        pass.status.add(STATUS_RIGID_CONTACTS as usize, active);
    }
    let exceeds = most.simd_gt(Lanes::splat(least));
    if exceeds.to_bitmask() & lanes == 0 {
        return;
    }
    for point in block.points_mut() {
        point.normal = point.normal.where_set(exceeds, Vec3s::ZERO);
    }
    block.solve_normals();
    block.store_velocities(packet, &pass.pairs, &pass.velocities);
    let fast = exceeds & most.simd_gt(Lanes::splat(pass.frame[0].rest_speed));
    if fast.to_bitmask() & lanes != 0 {
        pass.unsettled.add(0, 1);
    }
}
