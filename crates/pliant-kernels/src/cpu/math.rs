//! CPU implementation of `shaders/include/math.glsl`, and conversions between arrays and vectors.

use glam::{Mat3, Vec3};

pub(crate) fn xyz(v: [f32; 4]) -> Vec3 {
    Vec3::new(v[0], v[1], v[2])
}

pub(crate) fn with_w(v: Vec3, w: f32) -> [f32; 4] {
    [v.x, v.y, v.z, w]
}

/// The matrix of v ×.
pub(crate) fn cross_matrix(v: Vec3) -> Mat3 {
    Mat3::from_cols_array(&[0.0, v.z, -v.y, -v.z, 0.0, v.x, v.y, -v.x, 0.0])
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
