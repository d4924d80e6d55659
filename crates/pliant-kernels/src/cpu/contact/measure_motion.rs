//! CPU implementation of `shaders/contact/measure_motion.comp`.

use crate::cpu::math::xyz;
use crate::views::view::MeasureMotion;
use glam::Vec3;
use pliant_passes::types::{
    ALLOWANCE_AT_START, CALLS_AGAIN_ELEMENTS, CALLS_AGAIN_LEAVES, CALLS_AGAIN_ONCE,
    CALLS_AGAIN_PARTICLES, ContactState, MEAN_RATE, STATUS_TRUNCATED, SUBSTEPS_AHEAD, UNBOUNDED,
    WORKGROUP,
};
use std::mem::offset_of;

pub(crate) fn measure_motion(pass: &MeasureMotion<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let (at_start, after_solve) = (pass.params.round == 0, pass.params.round == 1);
    if !at_start {
        truncate(pass, i);
    }
    let allowance = pass.references[i][3];
    if allowance >= UNBOUNDED {
        return;
    }
    let substeps: f32 = pass.state.field(0, offset_of!(ContactState, substeps));
    // At the start the state still counts the substeps until the substep before.
    let since = if at_start { substeps + 1.0 } else { substeps };
    let trajectory = xyz(pass.trajectories[i]);
    let relative = xyz(pass.position[i]) - xyz(pass.references[i]);
    let deviation = |since: f32| relative - since.min(SUBSTEPS_AHEAD) * trajectory;
    let moved = pass.displacement.xyz(i);
    let (from, to) = (deviation(since), deviation(since + 1.0));
    let (end, next) = (to + moved, deviation(since + 2.0) + 2.0 * moved);
    let exceeds = |deviation: Vec3, most: f32| deviation.is_nan() || deviation.length() > most;
    // After the solve the next substep is expected to be like this one.
    let expected = if at_start { end } else { next };
    let stale = at_start || after_solve;
    if stale && exceeds(expected, ALLOWANCE_AT_START * allowance) {
        pass.state.atomic(0, offset_of!(ContactState, stale)).or(1);
    }
    if after_solve {
        average(pass, i, moved);
        if exceeds(end, allowance) {
            search_again(pass);
        }
    }
    // A later round may truncate the displacement to anything between 0 and this.
    let between = if at_start { 0.0 } else { to.length() };
    let most = between.max(from.length()).max(end.length());
    pass.motions.set(i, most);
}

/// Updates the mean displacement.
fn average(pass: &MeasureMotion<'_>, i: usize, moved: Vec3) {
    let mean = pass.means.xyz(i);
    pass.means.set_xyz(i, mean + MEAN_RATE * (moved - mean));
}

fn truncate(pass: &MeasureMotion<'_>, i: usize) {
    let fraction = f32::from_bits(pass.limit_bits.get(i));
    if fraction < 1.0 {
        pass.status.add(STATUS_TRUNCATED as usize, 1);
        let truncated = fraction * pass.displacement.xyz(i);
        pass.displacement.set_xyz(i, truncated);
        pass.limit_bits.set(i, 1.0_f32.to_bits());
    }
}

fn search_again(pass: &MeasureMotion<'_>) {
    let set = |call: u32, count: u32| {
        let calls = pass.calls.atomic(call as usize, 0);
        calls.max(count.div_ceil(WORKGROUP));
    };
    set(CALLS_AGAIN_ONCE, 1);
    set(CALLS_AGAIN_ELEMENTS, pass.params.elements);
    set(CALLS_AGAIN_LEAVES, pass.params.elements.div_ceil(8));
    set(CALLS_AGAIN_PARTICLES, pass.params.count);
}
