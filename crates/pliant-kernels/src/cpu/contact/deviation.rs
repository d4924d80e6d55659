//! CPU implementation of `shaders/contact/deviation.glsl`.

use glam::Vec3;

/// How far a particle is from its way, which begins at the origin. It may stop anywhere on it.
pub(super) fn deviation(at: Vec3, way: Vec3) -> f32 {
    let along = at.dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
    (at - along.clamp(0.0, 1.0) * way).length()
}
