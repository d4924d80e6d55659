//! Twin of `shaders/include/advance.glsl`.

use super::math::set_xyz;
use glam::Vec3;

/// Moves a particle from its place by `step`; returns what a float32 drops of that, which is carried to the next substep.
pub(crate) fn advance(position: &mut [f32; 4], from: Vec3, step: Vec3) -> [f32; 3] {
    let next = from + step;
    set_xyz(position, next);
    (step - (next - from)).to_array()
}
