//! CPU implementation of `shaders/include/surface_displacement.glsl`.

use crate::cpu::mesh::{CollisionMeshes, nearest_point};
use crate::memory::Read;
use glam::Vec3;
use pliant_passes::types::{Collider, FaceMotion};

/// Displacement in the substep of the point of a deforming collider that is nearest to x, m; 0 where none is within `radius`.
pub(crate) fn surface_displacement(
    (collision_meshes, face_motions): (CollisionMeshes<'_>, &Read<'_, FaceMotion>),
    collider: &Collider,
    x: Vec3,
    radius: f32,
) -> Vec3 {
    let Some(point) = nearest_point(collision_meshes, collider, x, radius) else {
        return Vec3::ZERO;
    };
    let motion = face_motions[(collider.first_motion - 1 + point.face) as usize];
    let [a, b, c] = [motion.a, motion.b, motion.c].map(Vec3::from);
    point.weights.x * a + point.weights.y * b + point.weights.z * c
}
