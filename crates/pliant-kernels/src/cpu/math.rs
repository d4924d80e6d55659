//! CPU implementation of `shaders/include/math.glsl` and `matrix.glsl`, and conversions between arrays and vectors.

use crate::memory::Read;
use glam::{Mat3, Vec3};

pub(crate) fn xyz(v: [f32; 4]) -> Vec3 {
    Vec3::new(v[0], v[1], v[2])
}

pub(crate) fn with_w(v: Vec3, w: f32) -> [f32; 4] {
    [v.x, v.y, v.z, w]
}

/// Transforms a position from a node's frame to the world by entry `matrix` of `matrices`, which has a column a row.
pub(crate) fn to_world(matrices: Read<'_, [f32; 4]>, matrix: u32, local: [f32; 3]) -> Vec3 {
    let m = matrices.range(4 * matrix as usize..4 * matrix as usize + 4);
    xyz(m[0]) * local[0] + xyz(m[1]) * local[1] + xyz(m[2]) * local[2] + xyz(m[3])
}

/// a bᵀ.
pub(crate) fn outer(a: Vec3, b: Vec3) -> Mat3 {
    Mat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// Wraps a difference of angles to −π..π.
pub(crate) fn wrap_angle(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}
