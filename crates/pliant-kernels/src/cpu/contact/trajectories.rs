//! The trajectories of a pair's corners in a substep: CPU implementation of `shaders/contact/trajectories.glsl`.

use crate::cpu::contact::deformable_contact::{Nearest, first_corners, nearest};
use crate::cpu::math::xyz;
use crate::memory::Read;
use glam::Vec3;
use pliant_passes::types::COORDINATE_ROUNDING;

/// A corner between its feature and the other one.
#[derive(Clone, Copy)]
pub(super) struct Side {
    /// Its feature, 0 or 1.
    pub(super) feature: usize,
    /// How much farther than the nearest corner it is from the other feature, m.
    pub(super) height: f32,
    /// How far it approaches that, m.
    pub(super) approach: f32,
    /// Whether it goes where it is told.
    pub(super) fixed: bool,
}

/// A pair whose corners move along straight lines.
pub(super) struct Trajectories {
    pub(super) kind: u32,
    /// Positions are relative to that of the first corner at the start.
    pub(super) origin: Vec3,
    pub(super) start: [Vec3; 4],
    displacement: [Vec3; 4],
    /// Corners that go where they are told: pinned, attached to a node, or of infinite mass.
    fixed: [bool; 4],
}

/// Whether a pair has a particle that was removed from a fluid.
pub(super) fn any_removed(position: Read<'_, [f32; 4]>, corners: [u32; 4]) -> bool {
    corners.iter().any(|c| position[*c as usize][3] < 0.0)
}

pub(super) fn load_trajectories(
    corners: [u32; 4],
    kind: u32,
    position: Read<'_, [f32; 4]>,
    displacement: Read<'_, [f32; 4]>,
) -> Trajectories {
    let origin = xyz(position[corners[0] as usize]);
    Trajectories {
        kind,
        origin,
        start: corners.map(|c| xyz(position[c as usize]) - origin),
        displacement: corners.map(|c| xyz(displacement[c as usize])),
        fixed: corners.map(|c| displacement[c as usize][3] == 0.0),
    }
}

impl Trajectories {
    /// What coordinates of this size lose by rounding, m.
    pub(super) fn rounding(&self) -> f32 {
        COORDINATE_ROUNDING * self.origin.abs().max_element()
    }

    pub(super) fn positions_at(&self, time: f32) -> [Vec3; 4] {
        [0, 1, 2, 3].map(|k| self.start[k] + time * self.displacement[k])
    }

    pub(super) fn nearest_at(&self, time: f32) -> Nearest {
        nearest(self.kind, self.positions_at(time))
    }

    /// Each corner of the first feature with each corner of the second one.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let first = first_corners(self.kind);
        (0..first).flat_map(move |a| (first..4).map(move |b| (a, b)))
    }

    /// The most that the features can approach each other.
    fn closing(&self) -> f32 {
        let approach = |(a, b): (usize, usize)| self.displacement[a].distance(self.displacement[b]);
        self.pairs().map(approach).fold(0.0, f32::max)
    }

    /// The separation of all corners along a direction.
    pub(super) fn separation_at(&self, time: f32, normal: Vec3) -> f32 {
        let at = self.positions_at(time).map(|x| normal.dot(x));
        let separations = self.pairs().map(|(a, b)| at[a] - at[b]);
        separations.fold(f32::INFINITY, f32::min)
    }

    /// The corners as a division plane normal to a direction sees them.
    pub(super) fn sides(&self, normal: Vec3) -> [Side; 4] {
        let first = first_corners(self.kind);
        let at = self.start.map(|x| normal.dot(x));
        let lowest = at[..first].iter().copied().fold(f32::INFINITY, f32::min);
        let highest = at[first..]
            .iter()
            .copied()
            .fold(f32::NEG_INFINITY, f32::max);
        [0, 1, 2, 3].map(|k| {
            let along = normal.dot(self.displacement[k]);
            let (feature, height, approach) = if k < first {
                (0, at[k] - lowest, -along)
            } else {
                (1, highest - at[k], along)
            };
            Side {
                feature,
                height,
                approach,
                fixed: self.fixed[k],
            }
        })
    }

    /// The earliest time at which the features, `apart` at `time`, can be as close as `left`; 1 if later.
    pub(super) fn time_of_impact(&self, apart: Vec3, time: f32, left: f32) -> f32 {
        let l = apart.length();
        let n = apart / l;
        let rate = self.displacement.map(|d| n.dot(d));
        let at = [0, 1, 2, 3].map(|k| n.dot(self.start[k]) + time * rate[k]);
        let mut along = 1.0 - time;
        let mut apart_along = true;
        for (a, b) in self.pairs() {
            let approach = rate[b] - rate[a];
            if approach > 0.0 {
                along = along.min((at[a] - at[b] - left) / approach);
            }
            apart_along &= at[a] - at[b] >= 0.999 * l;
        }
        let anyhow = (l - left) / self.closing();
        let later = if apart_along {
            along.max(anyhow)
        } else {
            anyhow
        };
        (time + later).min(1.0)
    }
}

/// Whether no two features of a candidate can be as close as `distance` in this substep, by their least distance on the expected trajectories
/// and the largest deviations from these.
pub(super) fn is_clear([apart, ..]: [f32; 4], motions: [f32; 4], distance: f32) -> bool {
    apart - 2.0 * motions.into_iter().fold(0.0, f32::max) > distance
}
