//! CPU implementation of `shaders/rigid/collision/fit_surface.glsl`.

use crate::cpu::list::List;
use crate::cpu::mesh::CollisionMeshes;
use crate::cpu::rigid::collision::candidates::Candidate;
use crate::cpu::surface_displacement::surface_displacement;
use crate::memory::Read;
use glam::{Mat3, Quat, Vec3};
use pliant_passes::types::{
    Collider, FIT_REGULARIZATION, FaceMotion, NO_SURFACE, POINTS, Pose, SurfaceMotion,
};

/// A collider that deforms, at a pose relative to the first body.
pub(in crate::cpu::rigid) struct DeformingSurface<'a> {
    pub(in crate::cpu::rigid) collision_meshes: CollisionMeshes<'a>,
    pub(in crate::cpu::rigid) face_motions: Read<'a, FaceMotion>,
    pub(in crate::cpu::rigid) collider: Collider,
    pub(in crate::cpu::rigid) pose: Pose,
}

impl DeformingSurface<'_> {
    /// Displacement in the substep of the surface point that is nearest to a contact point, m.
    fn displacement_at(&self, at: Vec3) -> Vec3 {
        let back = Quat::from_array(self.pose.rotation).conjugate();
        let local = back * (at - Vec3::from(self.pose.translation));
        let surface = (self.collision_meshes, &self.face_motions);
        surface_displacement(surface, &self.collider, local, NO_SURFACE)
    }

    /// The rigid motion that fits that of the surface best at the points that were detected. `offset`: from the first body to the second.
    pub(in crate::cpu::rigid) fn fit_surface(
        &self,
        found: &[Candidate],
        offset: Vec3,
    ) -> SurfaceMotion {
        let moved = found.iter().map(|k| self.displacement_at(k.position));
        let moved: List<Vec3, { POINTS as usize }> = moved.collect();
        let per_point = 1.0 / found.len().max(1) as f32;
        let center: Vec3 = found.iter().map(|k| per_point * k.position).sum();
        let mean: Vec3 = moved.iter().map(|moved| per_point * *moved).sum();
        let (mut spread, mut moment) = (Mat3::ZERO, Vec3::ZERO);
        for (candidate, moved) in found.iter().zip(moved.iter()) {
            let arm = candidate.position - center;
            let outer = Mat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
            spread += arm.dot(arm) * Mat3::IDENTITY - outer;
            moment += arm.cross(*moved - mean);
        }
        let trace = spread.x_axis.x + spread.y_axis.y + spread.z_axis.z;
        let mut angular = Vec3::ZERO;
        if trace > 0.0 {
            let regular = spread * (1.0 / trace) + FIT_REGULARIZATION * Mat3::IDENTITY;
            angular = regular.inverse() * (moment / trace);
        }
        let linear = mean + angular.cross(offset - center);
        SurfaceMotion {
            linear: linear.to_array(),
            angular: angular.to_array(),
        }
    }
}
