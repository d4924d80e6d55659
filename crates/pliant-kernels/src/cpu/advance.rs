//! CPU implementation of `shaders/include/advance.glsl`.

use super::math::set_xyz;
use glam::Vec3;

/// Moves a particle by `step` with compensated summation; returns the part that a float32 drops, for the next substep.
pub(crate) fn advance(position: &mut [f32; 4], from: Vec3, step: Vec3) -> [f32; 3] {
    let next = from + step;
    set_xyz(position, next);
    (step - (next - from)).to_array()
}
