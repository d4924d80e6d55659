//! CPU implementation of `shaders/contact/limit_displacements.comp`.

use super::released::{Release, release};
use super::trajectories::Trajectories;
use super::{candidates, is_clear};
use crate::views::view::LimitDisplacements;
use glam::Vec3;
use pliant_passes::types::{
    CALLS_TRUNCATED_CANDIDATES, CALLS_TRUNCATED_PARTICLES, INTERSECTING_GAP, INTERSECTING_MARGIN,
    LEAST_BAND, LEAST_GAP, LEAST_SHARE, TRUNCATION_ROUNDS, TRUNCATION_STEPS, WORKGROUP,
};

pub(crate) fn limit_displacements(pass: &LimitDisplacements<'_>, i: usize) {
    let (count, substeps) = candidates(&pass.state);
    if i >= count {
        return;
    }
    let (corners, clearance) = (pass.corners[i], pass.clearances[i]);
    let gap = clearance[2];
    let motions = corners.map(|c| pass.motions[c as usize]);
    if is_clear(clearance, motions, substeps, LEAST_GAP * gap) {
        return;
    }
    let kind = pass.keys[i][2];
    let removed = corners.iter().any(|c| pass.position[*c as usize][3] < 0.0);
    let free = release((pass.passing, pass.body_of), kind, corners) == Release::Free;
    // Bodies that start that close intersected, or nearly.
    let intersected = gap < INTERSECTING_MARGIN * (clearance[3] - gap);
    if removed || free || intersected {
        return;
    }
    let ways = Trajectories::new(corners, kind, pass.position, pass.displacement);
    let last = pass.params.round == TRUNCATION_ROUNDS;
    let Some(limits) = limits(&ways, gap, last) else {
        return;
    };
    for (corner, limit) in corners.into_iter().zip(limits) {
        if limit < 1.0 {
            let word = pass.limits.atomic(corner as usize, 0);
            word.min(limit.to_bits());
        }
    }
    let workgroups = |call: u32, count: u32| {
        let calls = pass.calls.atomic(call as usize, 0);
        calls.max(count.div_ceil(WORKGROUP));
    };
    workgroups(CALLS_TRUNCATED_CANDIDATES, count as u32);
    workgroups(CALLS_TRUNCATED_PARTICLES, pass.params.count);
}

/// The fractions of their displacements after which all corners are on their own sides of a plane between the features; `None`
/// where the features do not come too close.
fn limits(ways: &Trajectories, gap: f32, last: bool) -> Option<[f32; 4]> {
    let nearest = ways.nearest_at(0.0);
    let apart = nearest.apart.length();
    if apart <= INTERSECTING_GAP * gap {
        return None;
    }
    let normal = nearest.apart / apart;
    // Within the band, features do not approach at all: their distance would shrink until it has no direction.
    let band = LEAST_BAND * gap;
    let left = apart.min((LEAST_GAP * gap.min(apart)).max(band));
    if !last && !collide(ways, nearest.apart, left) {
        return None;
    }
    let plane = DivisionPlane::new(ways, normal, last);
    let limits = plane.limits(ways, normal, band);
    limits.iter().any(|limit| *limit < 1.0).then_some(limits)
}

/// Whether the features come closer than `left` in this substep.
fn collide(ways: &Trajectories, start: Vec3, left: f32) -> bool {
    let normal = start / start.length();
    let separations = [0.0, 1.0].map(|time| ways.separation_at(time, normal));
    if separations[0] > 0.0 && separations[1] >= 0.999 * left {
        return false;
    }
    let (mut time, mut between) = (0.0, start);
    for _ in 0..TRUNCATION_STEPS {
        if between.length() <= 1.05 * left {
            return true;
        }
        time = ways.impact(between, time, left);
        if time >= 1.0 {
            return false;
        }
        between = ways.nearest_at(time).apart;
    }
    true
}

/// A plane between two features [DAT26, Algorithm 1].
struct DivisionPlane {
    /// How far corners of each feature may approach the plane at most, m, if they are nearest to it.
    rooms: [f32; 2],
    /// How far the plane moves away from each feature, m.
    shifts: [f32; 2],
}

impl DivisionPlane {
    /// The plane divides the distance by how far both features approach it. Where one of them moves away from the other, the plane
    /// moves along, except in the last round: a plane at rest holds whatever else is truncated.
    fn new(ways: &Trajectories, normal: Vec3, last: bool) -> Self {
        let (approach, retreat) = ways.approaches(normal);
        let apart = ways.separation_at(0.0, normal);
        let sum = approach[0] + approach[1];
        let share = if sum > 0.0 {
            (approach[0] / sum).clamp(LEAST_SHARE, 1.0 - LEAST_SHARE)
        } else {
            0.5
        };
        let shift = |other: usize| if last { 0.0 } else { retreat[other] };
        Self {
            rooms: [share * apart, (1.0 - share) * apart],
            shifts: [shift(1), shift(0)],
        }
    }

    fn limits(&self, ways: &Trajectories, normal: Vec3, band: f32) -> [f32; 4] {
        let heights = ways.heights(normal);
        [0, 1, 2, 3].map(|k| {
            let (side, height, approach) = heights[k];
            let room = self.rooms[side] + height - 0.5 * band;
            if approach <= self.shifts[side] + room {
                return 1.0;
            }
            let allowed = self.shifts[side] + (1.0 - LEAST_GAP) * room.max(0.0);
            (allowed / approach).clamp(0.0, 1.0)
        })
    }
}
