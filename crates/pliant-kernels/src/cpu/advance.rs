//! CPU implementation of `shaders/include/advance.glsl`.

use glam::Vec3;

/// Moves a position by `step` with compensated summation. Returns the position, and the part of the step that a float32 drops,
/// for the next substep.
pub(crate) fn advance(from: Vec3, step: Vec3) -> [Vec3; 2] {
    let next = from + step;
    [next, step - (next - from)]
}
