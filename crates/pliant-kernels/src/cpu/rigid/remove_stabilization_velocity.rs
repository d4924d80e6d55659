//! CPU implementation of `shaders/rigid/remove_stabilization_velocity.comp`.

use super::colors::{Colors, Packet};
use crate::cpu::lanes::{Lanes, Vec3s};
use crate::cpu::rigid::blocks::block::Manifolds;
use crate::cpu::rigid::blocks::surface_motion::Surfaces;
use crate::views::view::RemoveStabilizationVelocity;
use pliant_passes::types::{SEPARATION_LEFT, STATUS_RIGID_CONTACTS};
use std::ops::Range;

pub(crate) fn remove_stabilization_velocity(
    pass: &RemoveStabilizationVelocity<'_>,
    invocations: Range<usize>,
) {
    let colors = [pass.params.color, pass.params.color_dispatches];
    let colors = Colors::new(&pass.colored, &pass.manifolds, colors);
    colors.solve(pass.features, invocations, |packet| solve(pass, &packet));
}

fn solve(pass: &RemoveStabilizationVelocity<'_>, packet: &Packet) {
    let surfaces = Surfaces::of_velocities(pass.surface_motions, pass.features, pass.frame[0].h);
    let contact = |at: usize| pass.contacts[at];
    let of = (&pass.colored.pairs, &pass.manifolds);
    let mut block = Manifolds::load_ends(packet, of.0, of.1, contact, &pass.velocities, surfaces);
    let zero = Lanes::ZERO;
    let (mut most, mut active) = (zero, 0);
    let lanes = (1_u32 << packet.count) - 1;
    for point in block.points_mut() {
        let pushes = point.lambda.simd_gt(zero);
        point.separation = point.normal_velocity.fast_max(zero) - point.separation;
        most = pushes.select(most.fast_max(-point.separation), most);
        active += (pushes.to_bitmask() & lanes).count_ones();
        point.normal = (Vec3s::ZERO - point.normal).where_set(pushes, Vec3s::ZERO);
        point.lambda = zero;
    }
    if pass.params.counts_contacts != 0 && active > 0 {
        pass.status.add(STATUS_RIGID_CONTACTS as usize, active);
    }
    let exceeds = most.simd_gt(Lanes::splat(SEPARATION_LEFT * pass.frame[0].rest_speed));
    if exceeds.to_bitmask() & lanes == 0 {
        return;
    }
    for point in block.points_mut() {
        point.normal = point.normal.where_set(exceeds, Vec3s::ZERO);
    }
    block.solve_normals();
    block.store_ends(packet, &pass.colored.pairs, &pass.velocities);
}
