//! CPU implementation of `shaders/intersection/apply_intersection_damping.comp`.

use super::pulled;
use crate::cpu::math::{set_xyz, xyz};
use pliant_passes::passes::view::ApplyIntersectionDamping;

pub(crate) fn apply_intersection_damping(pass: ApplyIntersectionDamping<'_>) {
    for i in 0..pass.params.count as usize {
        let sum = pulled(pass.starts, pass.entries, i, pass.pulls, pass.pushes);
        let v = xyz(pass.velocity[i]) + pass.velocity[i][3] * sum;
        set_xyz(&mut pass.velocity[i], v);
    }
}
