//! CPU implementation of `shaders/intersection/apply_intersections.comp`.

use crate::cpu::intersection::constraint::weight_of;
use crate::cpu::math::xyz;
use crate::memory::Read;
use crate::views::view::ApplyIntersections;
use glam::Vec3;
use pliant_passes::types::{FEATURE_JACOBI, INTERSECTION_CORNERS, Pull};

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

/// The sum of the corrections of a particle by its intersections.
fn pulled(
    (starts, entries): (Read<'_, u32>, Read<'_, u32>),
    i: usize,
    (pulls, pushes): (Read<'_, Pull>, Read<'_, [f32; 3]>),
) -> Vec3 {
    let push = |entry: &u32| {
        let row = (entry / INTERSECTION_CORNERS) as usize;
        let corner = (entry % INTERSECTION_CORNERS) as usize;
        weight_of(&pulls[row], corner) * Vec3::from(pushes[row])
    };
    let entries = entries.range(starts[i] as usize..starts[i + 1] as usize);
    entries.iter().map(push).sum()
}
