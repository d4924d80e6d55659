//! CPU implementation of `shaders/contact/division_plane.glsl`.

use crate::cpu::contact::trajectories::Side;
use pliant_passes::types::{LEAST_FRACTION, LEAST_GAP};

/// A plane between two features [CHL+25].
pub(super) struct DivisionPlane {
    /// How far corners of each feature may approach the plane at most, m, if they are nearest to it.
    rooms: [f32; 2],
    /// How far the plane moves away from each feature, m.
    shifts: [f32; 2],
}

impl DivisionPlane {
    /// The plane divides the distance by how far both features approach it, and gives way to corners that go where they are told.
    pub(super) fn divide(sides: &[Side; 4], apart: f32, last: bool) -> Self {
        let (mut approach, mut driven, mut retreat) =
            ([0.0_f32; 2], [0.0_f32; 2], [f32::INFINITY; 2]);
        for side in sides {
            let feature = side.feature;
            approach[feature] = approach[feature].max(side.approach);
            retreat[feature] = retreat[feature].min(-side.approach);
            if side.fixed {
                driven[feature] = driven[feature].max(side.approach);
            }
        }
        let sum = approach[0] + approach[1];
        let fraction = if sum > 0.0 {
            (approach[0] / sum).clamp(LEAST_FRACTION, 1.0 - LEAST_FRACTION)
        } else {
            0.5
        };
        let room = (fraction * apart).max(driven[0]).min(apart - driven[1]);
        let shift = |other: usize| if last { 0.0 } else { retreat[other].max(0.0) };
        Self {
            rooms: [room, apart - room],
            shifts: [shift(1), shift(0)],
        }
    }

    /// The fraction of its displacement after which a corner is on its own side.
    fn limit(&self, side: Side, band: f32) -> f32 {
        let room = self.rooms[side.feature] + side.height - 0.5 * band;
        let shift = self.shifts[side.feature];
        if side.fixed || side.approach <= (shift + room).max(0.0) {
            return 1.0;
        }
        let allowed = shift + (1.0 - LEAST_GAP) * room.max(0.0);
        (allowed / side.approach).clamp(0.0, 1.0)
    }

    /// The fractions of all corners.
    pub(super) fn limits_of(&self, sides: [Side; 4], band: f32) -> [f32; 4] {
        sides.map(|side| self.limit(side, band))
    }
}
