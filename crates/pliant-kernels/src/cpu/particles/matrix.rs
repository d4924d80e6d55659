//! CPU implementation of `shaders/particles/matrix.glsl`.

use crate::cpu::math::xyz;
use crate::memory::Read;
use glam::Vec3;

/// Transforms a position from a node's frame to the world by entry `matrix` of `matrices`, which has a column a row.
pub(crate) fn to_world(matrices: Read<'_, [f32; 4]>, matrix: u32, local: [f32; 3]) -> Vec3 {
    let m = matrices.range(4 * matrix as usize..4 * matrix as usize + 4);
    xyz(m[0]) * local[0] + xyz(m[1]) * local[1] + xyz(m[2]) * local[2] + xyz(m[3])
}
