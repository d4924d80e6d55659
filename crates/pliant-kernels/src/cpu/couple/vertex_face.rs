//! Contacts of sample points of colliders with large triangles: CPU implementation of `shaders/couple/vertex_face.glsl`.

use crate::memory::Read;
use glam::Vec3;
use pliant_passes::types::{Pose, SamplePoint, VertexFaceParams};

/// A sample point beyond a triangle.
pub(super) struct VertexFace {
    pub(super) point: usize,
    /// Of the triangle, towards the side that the sample point comes from.
    pub(super) normal: Vec3,
    /// Barycentric weights of the contact point.
    pub(super) weights: Vec3,
    /// m; negative where they overlap.
    pub(super) separation: f32,
}

/// A triangle in a substep.
pub(super) struct Triangle {
    /// Corners at the start, m.
    pub(super) corners: [Vec3; 3],
    /// Their displacements, m.
    pub(super) displacements: [Vec3; 3],
    /// Half of its body's thickness, m.
    pub(super) half_thickness: f32,
}

impl Triangle {
    /// The second and third corner relative to the first, at the start of the substep or now.
    fn corners_of(&self, now: bool) -> [Vec3; 2] {
        let ([a, b, c], d) = (self.corners, self.displacements);
        let [b, c] = [b - a, c - a];
        if now {
            [b + (d[1] - d[0]), c + (d[2] - d[0])]
        } else {
            [b, c]
        }
    }
}

/// The sample points of all colliders.
pub(super) struct SamplePoints<'a> {
    pub(super) points: Read<'a, SamplePoint>,
    pub(super) poses: Read<'a, Pose>,
    pub(super) params: VertexFaceParams,
}

/// A sample point in the world.
pub(super) fn position_of(point: &SamplePoint, pose: &Pose) -> Vec3 {
    Vec3::from(pose.translation) + pose.turn(point.position.into())
}

impl SamplePoints<'_> {
    /// The poses of a point's collider at the start of the substep and at its end.
    pub(super) fn poses_of(&self, point: &SamplePoint) -> [Pose; 2] {
        let now = self.params.first_pose + point.collider;
        [now - self.params.colliders, now].map(|at| self.poses[at as usize])
    }

    /// The contact of a point with a triangle if it is beyond it.
    pub(super) fn vertex_face(&self, triangle: &Triangle, at: usize) -> Option<VertexFace> {
        let point = &self.points[at];
        let [then, now] = self.poses_of(point);
        let first = triangle.corners[0];
        let [b, c] = triangle.corners_of(false);
        let from = position_of(point, &then) - first;
        let side = if b.cross(c).dot(from) < 0.0 {
            -1.0
        } else {
            1.0
        };
        let [b, c] = triangle.corners_of(true);
        let to = position_of(point, &now) - first - triangle.displacements[0];
        let area = b.cross(c);
        let size = area.length_squared();
        if size == 0.0 {
            return None;
        }
        let [x, y] = [to.cross(c).dot(area) / size, b.cross(to).dot(area) / size];
        let normal = side / size.sqrt() * area;
        let separation = normal.dot(to) - point.radius - triangle.half_thickness;
        let weights = Vec3::new(1.0 - x - y, x, y);
        (separation < 0.0 && weights.min_element() >= 0.0).then_some(VertexFace {
            point: at,
            normal,
            weights,
            separation,
        })
    }
}
