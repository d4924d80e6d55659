//! CPU implementation of `shaders/contact/measure_motion.comp`.

use crate::cpu::math::xyz;
use crate::views::view::MeasureMotion;
use glam::Vec3;
use pliant_passes::types::{
    ALLOWANCE_AT_START, ContactState, STATUS_ALLOWANCE, STATUS_TRUNCATED, SUBSTEPS_AHEAD,
    UNBOUNDED,
};
use std::mem::offset_of;

pub(crate) fn measure_motion(pass: &MeasureMotion<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let allowance = pass.references[i][3];
    if allowance >= UNBOUNDED {
        return;
    }
    let substeps: f32 = pass.state.field(0, offset_of!(ContactState, substeps));
    let at_start = pass.params.round == 0;
    // At the start the state still counts the substeps until the substep before.
    let since = if at_start { substeps + 1.0 } else { substeps };
    let trajectory = xyz(pass.trajectories[i]);
    let relative = xyz(pass.position[i]) - xyz(pass.references[i]);
    let deviation = |since: f32| relative - since.min(SUBSTEPS_AHEAD) * trajectory;
    let [from, to] = [deviation(since), deviation(since + 1.0)];
    let displacement = pass.displacement.xyz(i);
    if at_start {
        let most = from.length().max((to + displacement).length());
        pass.motions.set(i, most);
        pass.limits.set(i, 1.0_f32.to_bits());
        if !(most <= ALLOWANCE_AT_START * allowance) {
            pass.state.atomic(0, offset_of!(ContactState, stale)).or(1);
        }
        return;
    }
    // Pinned particles go where they are told.
    let pinned = pass.displacement.w(i) == 0.0;
    let fraction = if pinned {
        1.0
    } else {
        f32::from_bits(pass.limits.get(i))
    };
    let kept = if pinned {
        1.0
    } else {
        within(to, fraction * displacement, allowance)
    };
    if kept < 1.0 {
        pass.status.add(STATUS_ALLOWANCE as usize, 1);
    }
    let truncated = (fraction * kept) * displacement;
    if fraction * kept < 1.0 {
        pass.status.add(STATUS_TRUNCATED as usize, 1);
        pass.displacement.set_xyz(i, truncated);
    }
    pass.limits.set(i, 1.0_f32.to_bits());
    // A later round may truncate the displacement to anything between 0 and this.
    let most = from.length().max(to.length());
    pass.motions.set(i, most.max((to + truncated).length()));
}

/// The largest fraction of a displacement that ends no farther than `most` from the expected position, which is `-from` away.
fn within(from: Vec3, displacement: Vec3, most: f32) -> f32 {
    if (from + displacement).length() <= most {
        return 1.0;
    }
    let a = displacement.length_squared();
    let b = from.dot(displacement);
    let c = from.length_squared() - most * most;
    if c >= 0.0 || a == 0.0 {
        return 0.0;
    }
    ((-b + (b * b - a * c).max(0.0).sqrt()) / a).clamp(0.0, 1.0)
}
