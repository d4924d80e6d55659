//! CPU implementation of `shaders/rigid/solve_velocities.comp`.

use super::colors::{Colors, Packet};
use super::solve_contacts::across;
use crate::cpu::lanes::{Lanes, Vec3s};
use crate::cpu::rigid::blocks::block::Manifolds;
use crate::cpu::rigid::blocks::friction_cone::{Across, Friction};
use crate::cpu::rigid::blocks::surface_motion::Surfaces;
use crate::views::view::SolveVelocities;
use std::ops::Range;

pub(crate) fn solve_velocities(pass: &SolveVelocities<'_>, invocations: Range<usize>) {
    let colors = [pass.params.color, pass.params.color_dispatches];
    let colors = Colors::new(&pass.colored, &pass.manifolds, colors);
    colors.solve(pass.features, invocations, |packet| solve(pass, &packet));
}

fn solve(pass: &SolveVelocities<'_>, packet: &Packet) {
    let surfaces = Surfaces::of_velocities(pass.surface_motions, pass.features, pass.frame[0].h);
    let contact = |at: usize| pass.contacts[at];
    let of = (&pass.colored.pairs, &pass.manifolds);
    let mut block = Manifolds::load_ends(packet, of.0, of.1, contact, &pass.velocities, surfaces);
    let (frame, zero) = (&pass.frame[0], Lanes::ZERO);
    let (rest_speed, per_h) = (Lanes::splat(frame.rest_speed), Lanes::splat(1.0 / frame.h));
    let mut presses = zero;
    for point in block.points_mut() {
        let bounced = point.normal_velocity.simd_gt(rest_speed);
        point.separation -= bounced.select(point.normal_velocity, zero);
        let pushes = point.lambda.simd_gt(zero);
        point.normal = point.normal.where_set(pushes, Vec3s::ZERO);
        presses |= pushes;
        point.lambda *= per_h;
    }
    if !presses.any() {
        return;
    }
    block.solve_normals();
    let manifolds = packet.pairs.map(|pair| pass.manifolds[pair]);
    let held = across(manifolds.map(|m| [m.tangent[0], m.tangent[1], m.tangent[2], m.twist]));
    let mut lambda = Across {
        tangent: held.tangent * per_h,
        twist: held.twist * per_h,
    };
    let pair = Friction::of(manifolds.map(|manifold| manifold.coefficients));
    block.solve_friction(presses, pair, frame.rest_speed, Across::ZERO, &mut lambda);
    block.store_ends(packet, &pass.colored.pairs, &pass.velocities);
}
