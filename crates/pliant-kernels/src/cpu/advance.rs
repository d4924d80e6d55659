//! CPU implementation of `shaders/include/advance.glsl` and `rate.glsl`.

use glam::Vec3;
use pliant_passes::types::Frame;

/// Moves a position by `step` with compensated summation. Returns the position, and the part of the step that a float32 drops,
/// for the next substep.
pub(crate) fn advance(from: Vec3, step: Vec3) -> [Vec3; 2] {
    let next = from + step;
    [next, step - (next - from)]
}

/// A change over a substep, per second.
pub(crate) fn per_second(frame: &Frame, change: Vec3) -> Vec3 {
    change * frame.rate[0] + change * frame.rate[1]
}
