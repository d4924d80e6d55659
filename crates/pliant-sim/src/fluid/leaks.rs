//! Which fluid particles have left every tank (docs/metrics.md).

use crate::metrics::measure::vector;
use glam::{DQuat, DVec3, Vec3};
use pliant_kernels::tree::tree_size;
use pliant_kernels::{CollisionMeshes, filters_allow};
use pliant_passes::types::{BOX, Body, CAPSULE, Collider, MESH, PLANE, Pose, SPHERE};

/// Bounding box of a collider, in its own frame.
struct ContainerBox {
    to_local: DQuat,
    center: DVec3,
    low: DVec3,
    high: DVec3,
}

/// Colliders that can hold the particles of a body, and the direction of gravity.
pub(crate) struct Containers {
    boxes: Vec<ContainerBox>,
    down: DVec3,
}

impl Containers {
    /// From the colliders with which the body collides.
    pub(crate) fn new(
        body: &Body,
        colliders: &[Collider],
        poses: &[Pose],
        collision_meshes: CollisionMeshes<'_>,
        gravity: DVec3,
    ) -> Self {
        let colliding = colliders.iter().zip(poses);
        let colliding =
            colliding.filter(|(collider, _)| filters_allow(body.filters, collider.filters));
        let container = |(collider, pose): (&Collider, &Pose)| {
            let [low, high] = bounds(collider, pose, collision_meshes).map(|x| x.as_dvec3());
            let [x, y, z, w] = pose.rotation.map(f64::from);
            ContainerBox {
                to_local: DQuat::from_xyzw(x, y, z, w).conjugate(),
                center: vector(&pose.translation),
                low,
                high,
            }
        };
        Self {
            boxes: colliding.map(container).collect(),
            down: gravity.normalize_or_zero(),
        }
    }

    /// Whether no collider is below `x` (m), so that a particle there falls for ever. False in a scene without such colliders or
    /// without gravity.
    pub(crate) fn leaks(&self, x: DVec3) -> bool {
        let can_fall = self.down != DVec3::ZERO && !self.boxes.is_empty();
        can_fall
            && !self
                .boxes
                .iter()
                .any(|container| container.is_below(x, self.down))
    }
}

impl ContainerBox {
    /// Whether a ray from `x` along `down` hits the box.
    fn is_below(&self, x: DVec3, down: DVec3) -> bool {
        let (from, along) = (self.to_local * (x - self.center), self.to_local * down);
        let (mut enters, mut leaves) = (0.0_f64, f64::INFINITY);
        for axis in 0..3 {
            if along[axis] == 0.0 {
                if from[axis] < self.low[axis] || from[axis] > self.high[axis] {
                    return false;
                }
                continue;
            }
            let a = (self.low[axis] - from[axis]) / along[axis];
            let b = (self.high[axis] - from[axis]) / along[axis];
            (enters, leaves) = (enters.max(a.min(b)), leaves.min(a.max(b)));
        }
        enters <= leaves
    }
}

/// Corners of the box around a collider, in its frame, m.
fn bounds(collider: &Collider, pose: &Pose, collision_meshes: CollisionMeshes<'_>) -> [Vec3; 2] {
    let size = Vec3::from(collider.size);
    let half = match collider.shape {
        SPHERE => Vec3::splat(size.x),
        BOX => size,
        PLANE => {
            let deep = Vec3::NEG_Y * size.x.min(size.z);
            let wide = Vec3::new(size.x, 0.0, size.z);
            return [deep - wide, wide];
        }
        MESH => {
            let root = collider.first_box + tree_size(collider.faces) - 1;
            let all = collision_meshes.boxes[root as usize];
            let [a, b] = [all.low, all.high].map(|x| Vec3::from(x) * Vec3::from(pose.scale));
            return [a.min(b), a.max(b)];
        }
        shape => {
            let wide = size.y.max(size.z);
            let ends = if shape == CAPSULE { wide } else { 0.0 };
            Vec3::new(wide, 0.5 * size.x + ends, wide)
        }
    };
    [-half, half]
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_passes::types::Filter;

    #[test]
    fn particles_without_a_box_below_leak() {
        let filters = Filter {
            systems: 1,
            collides_with: u32::MAX,
            ignores: 0,
        };
        let container = Collider {
            shape: BOX,
            size: [1.0, 0.1, 1.0],
            filters,
            ..Collider::default()
        };
        let tilted = glam::Quat::from_rotation_z(0.5);
        let pose = Pose {
            rotation: tilted.to_array(),
            translation: [0.0, -0.1, 0.0],
            scale: [1.0; 3],
        };
        let collision_meshes = CollisionMeshes {
            boxes: [].as_slice().into(),
            faces: [].as_slice().into(),
        };
        let body = Body {
            filters,
            ..Body::default()
        };
        let boxes =
            |gravity| Containers::new(&body, &[container], &[pose], collision_meshes, gravity);
        let leaked = |x, y| boxes(DVec3::NEG_Y).leaks(DVec3::new(x, y, 0.0));
        assert!(!leaked(0.0, 5.0) && !leaked(0.9, 0.5));
        // Below the box, beside it, and beside its rotated side.
        assert!(leaked(0.0, -0.3) && leaked(1.1, 5.0) && leaked(0.95, 5.0));
        assert!(!boxes(DVec3::ZERO).leaks(DVec3::new(0.0, -1.0, 0.0)));
    }
}
