//! CPU implementation of `shaders/include/motion_bound.glsl`.

use glam::Vec3;
use pliant_passes::types::{MOVES_ALONG, MotionBound};

/// The points of a body are within `reach` of where they were at the frame's start, displaced by the part of its displacement whose time has
/// passed, m.
#[derive(Clone, Copy)]
pub(super) struct Expected {
    pub(super) displacement: Vec3,
    pub(super) reach: f32,
}

/// Where a body is expected if it may deviate by this distance beyond the allowance.
pub(super) fn expected_within(bound: &MotionBound, deviation: f32) -> Expected {
    let displacement = Vec3::from(bound.displacement);
    let speed = displacement.length();
    if speed > bound.allowance && deviation <= MOVES_ALONG * speed {
        let reach = bound.allowance + deviation;
        return Expected {
            displacement,
            reach,
        };
    }
    Expected {
        displacement: Vec3::ZERO,
        reach: bound.margin,
    }
}

/// A distance as an integer, rounded up to a quarter of its power of 2, m.
pub(super) fn rounded_up(distance: f32) -> u32 {
    (distance.to_bits() >> 21) + 1
}

/// Where a body is expected.
pub(super) fn expected(bound: &MotionBound) -> Expected {
    expected_within(bound, f32::from_bits(bound.deviation << 21))
}

/// How far a body may be from its start in any case, m.
pub(super) fn farthest(bound: &MotionBound) -> f32 {
    bound.margin + MOVES_ALONG * Vec3::from(bound.displacement).length()
}
