//! CPU implementation of `shaders/intersection/apply_intersections.comp`.

use super::pulled;
use crate::cpu::math::xyz;
use crate::views::view::ApplyIntersections;
use glam::Vec3;
use pliant_passes::types::FEATURE_JACOBI;

pub(crate) fn apply_intersections(pass: &ApplyIntersections<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let sum = pulled((pass.starts, pass.entries), i, (pass.pulls, pass.pushes));
    let push = pass.velocity.w(i) * sum;
    if push == Vec3::ZERO {
        return;
    }
    if pass.params.velocities != 0 {
        pass.velocity.set_xyz(i, pass.velocity.xyz(i) + push);
        return;
    }
    let d = pass.displacement.xyz(i) + push;
    pass.displacement.set_xyz(i, d);
    if pass.features & FEATURE_JACOBI != 0 {
        let before = pass.displacement_before.xyz(i);
        pass.displacement_before.set_xyz(i, before + push);
        pass.current_position.set_xyz(i, xyz(pass.position[i]) + d);
    }
}
