//! CPU implementation of `shaders/contact/limit_displacements.comp`.

use super::candidates;
use super::division_plane::DivisionPlane;
use super::inner::is_inner;
use super::released::{Release, release_of};
use super::trajectories::{Trajectories, any_removed, is_clear, load_trajectories};
use crate::cpu::contact::deformable_contact::{Nearest, normal_of};
use crate::views::view::LimitDisplacements;
use glam::Vec3;
use pliant_passes::types::{
    DISPATCH_TRUNCATED_CANDIDATES, DISPATCH_TRUNCATED_PARTICLES, INTERSECTING_MARGIN, LEAST_BAND,
    LEAST_GAP, TRUNCATION_STEPS, WORKGROUP,
};

pub(crate) fn limit_displacements(pass: &LimitDisplacements<'_>, i: usize) {
    let count = candidates(&pass.state);
    if i >= count {
        return;
    }
    let (corners, clearance) = (pass.corners[i], pass.clearances[i]);
    let gap = clearance[2];
    let motions = corners.map(|c| pass.motions[c as usize]);
    if is_clear(clearance, motions, LEAST_GAP * gap) {
        return;
    }
    let kind = pass.keys[i][2];
    let removed = any_removed(pass.position, corners);
    let free = release_of((pass.passing, pass.body_of), kind, corners) == Release::Free;
    let intersected = gap < INTERSECTING_MARGIN * (clearance[3] - gap);
    if removed || free || intersected {
        return;
    }
    let trajectories = load_trajectories(corners, kind, pass.position, pass.displacement);
    let last = pass.params.last_round != 0;
    let nearest = trajectories.nearest_at(0.0);
    if is_inner((pass.outwards, pass.params.first_corner), corners, &nearest) {
        return;
    }
    let Some(limits) = limits(&trajectories, nearest, (gap, last)) else {
        return;
    };
    for (corner, limit) in corners.into_iter().zip(limits) {
        if limit < 1.0 {
            let word = pass.limit_bits.atomic(corner as usize, 0);
            word.min(limit.to_bits());
        }
    }
    let workgroups = |call: u32, count: u32| {
        let dispatch_arguments = pass.dispatch_arguments.atomic(call as usize, 0);
        dispatch_arguments.max(count.div_ceil(WORKGROUP));
    };
    workgroups(DISPATCH_TRUNCATED_CANDIDATES, count as u32);
    workgroups(DISPATCH_TRUNCATED_PARTICLES, pass.params.count);
}

/// The fractions of their displacements after which all corners are on their own sides of a plane between the features; `None`
/// where the features do not come too close.
fn limits(
    trajectories: &Trajectories,
    nearest: Nearest,
    (gap, last): (f32, bool),
) -> Option<[f32; 4]> {
    let apart = nearest.separation.length();
    if apart == 0.0 {
        return None;
    }
    let normal = normal_of(trajectories.kind, trajectories.start, &nearest);
    let band = (LEAST_BAND * gap).max(trajectories.rounding());
    let left = apart.min((LEAST_GAP * gap.min(apart)).max(band));
    if !last && !collide(trajectories, nearest.separation, left) {
        return None;
    }
    let sides = trajectories.sides(normal);
    let plane = DivisionPlane::divide(&sides, trajectories.separation_at(0.0, normal), last);
    let limits = plane.limits_of(sides, band);
    limits.iter().any(|limit| *limit < 1.0).then_some(limits)
}

/// Whether the features come closer than `left` in this substep.
fn collide(trajectories: &Trajectories, start: Vec3, left: f32) -> bool {
    let normal = start / start.length();
    let separations = [0.0, 1.0].map(|time| trajectories.separation_at(time, normal));
    if separations[0] > 0.0 && separations[1] >= 0.999 * left {
        return false;
    }
    let (mut time, mut between) = (0.0, start);
    for _ in 0..TRUNCATION_STEPS {
        if between.length() <= 1.05 * left {
            return true;
        }
        time = trajectories.time_of_impact(between, time, left);
        if time >= 1.0 {
            return false;
        }
        between = trajectories.nearest_at(time).separation;
    }
    true
}
