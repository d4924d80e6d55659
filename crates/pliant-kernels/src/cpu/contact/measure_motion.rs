//! CPU implementation of `shaders/contact/measure_motion.comp`.

use crate::cpu::contact::deviation::deviation;
use crate::cpu::math::{with_w, xyz};
use crate::views::view::MeasureMotion;
use glam::Vec3;
use pliant_passes::types::{
    AFTER_SOLVE, ALLOWANCE_AT_START, ContactState, DISPATCH_AGAIN_ELEMENTS, DISPATCH_AGAIN_LEAVES,
    DISPATCH_AGAIN_ONCE, DISPATCH_AGAIN_PARTICLES, MEAN_RATE, STATUS_TRUNCATED, SUBSTEP_START,
    SUBSTEPS_AHEAD, UNBOUNDED, WORKGROUP,
};
use std::mem::offset_of;

pub(crate) fn measure_motion(pass: &MeasureMotion<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let (at_start, after_solve) = (
        pass.params.stage == SUBSTEP_START,
        pass.params.stage == AFTER_SOLVE,
    );
    if !at_start {
        truncate(pass, i);
    }
    let allowance = pass.references[i][3];
    if allowance >= UNBOUNDED {
        return;
    }
    let way = SUBSTEPS_AHEAD * xyz(pass.trajectories[i]);
    let moves = pass.displacement.xyz(i);
    if at_start {
        mark_moved(pass, i, moves);
    }
    let from = xyz(pass.position[i]) - xyz(pass.references[i]);
    let to = from + moves;
    let expected = if at_start { to } else { to + moves };
    let exceeds = |at: Vec3, most: f32| {
        let deviation = deviation(at, way);
        deviation.is_nan() || deviation > most
    };
    if (at_start || after_solve) && exceeds(expected, ALLOWANCE_AT_START * allowance) {
        pass.state.atomic(0, offset_of!(ContactState, stale)).or(1);
    }
    if after_solve {
        average(pass, i, moves);
        if exceeds(to, allowance) {
            search_again(pass);
        }
    }
    pass.motions
        .set(i, deviation(from, way).max(deviation(to, way)));
}

/// Marks a particle that moves so far that candidates have to be evaluated again which were no contacts.
fn mark_moved(pass: &MeasureMotion<'_>, i: usize, moves: Vec3) {
    let (anchor, x) = (pass.anchors.get(i), xyz(pass.position[i]));
    let stays = x.distance(xyz(anchor)) + moves.length() <= anchor[3];
    pass.moved.set(i, u32::from(!stays));
    if !stays {
        pass.anchors.set(i, with_w(x, anchor[3]));
    }
}

/// Updates the mean displacement.
fn average(pass: &MeasureMotion<'_>, i: usize, moves: Vec3) {
    let mean = pass.means.xyz(i);
    pass.means.set_xyz(i, mean + MEAN_RATE * (moves - mean));
}

fn truncate(pass: &MeasureMotion<'_>, i: usize) {
    let fraction = f32::from_bits(pass.limit_bits.get(i));
    if fraction < 1.0 {
        pass.status.add(STATUS_TRUNCATED as usize, 1);
        let truncated = fraction * pass.displacement.xyz(i);
        pass.displacement.set_xyz(i, truncated);
        pass.limit_bits.set(i, 1.0_f32.to_bits());
        let [x, y, z, times] = pass.means.get(i);
        pass.means.set(i, [x, y, z, times + 1.0]);
    }
}

fn search_again(pass: &MeasureMotion<'_>) {
    let set = |call: u32, count: u32| {
        let dispatch_arguments = pass.dispatch_arguments.atomic(call as usize, 0);
        dispatch_arguments.max(count.div_ceil(WORKGROUP));
    };
    set(DISPATCH_AGAIN_ONCE, 1);
    set(DISPATCH_AGAIN_ELEMENTS, pass.params.elements);
    set(DISPATCH_AGAIN_LEAVES, pass.params.elements.div_ceil(8));
    set(DISPATCH_AGAIN_PARTICLES, pass.params.count);
}
