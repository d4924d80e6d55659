//! CPU implementation of `shaders/intersection/apply_intersections.comp`.

use super::pulled;
use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::ApplyIntersections;
use pliant_passes::types::FEATURE_JACOBI;

pub(crate) fn apply_intersections(pass: ApplyIntersections<'_>) {
    for i in 0..pass.params.count as usize {
        let sum = pulled(pass.starts, pass.entries, i, pass.pulls, pass.pushes);
        let push = pass.velocity[i][3] * sum;
        if push == Vec3::ZERO {
            continue;
        }
        let d = xyz(pass.displacement[i]) + push;
        set_xyz(&mut pass.displacement[i], d);
        if pass.features & FEATURE_JACOBI != 0 {
            let before = xyz(pass.displacement_before[i]);
            set_xyz(&mut pass.displacement_before[i], before + push);
            set_xyz(&mut pass.current_position[i], xyz(pass.position[i]) + d);
        }
    }
}
