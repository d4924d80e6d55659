//! CPU implementation of `shaders/include/crossing.glsl`.

use crate::cpu::closest::nearest_on_triangle;
use crate::cpu::mesh::{CollisionMeshes, scaled_box};
use crate::tree::Walk;
use glam::Vec3;
use pliant_passes::types::{Bounds, Collider, NO_HIT};

/// Where a straight path first crosses a face of a mesh.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crossing {
    /// Fraction of the path, 0 to 1, or [`NO_HIT`].
    pub(crate) time: f32,
    /// Of the face, towards the side that the path comes from.
    pub(crate) normal: Vec3,
}

/// Of the path that leads from `from` by `path` in the frame of a posed mesh.
pub(crate) fn first_crossing(
    collision_meshes: CollisionMeshes<'_>,
    c: &Collider,
    from: Vec3,
    path: Vec3,
) -> Crossing {
    let mut first = Crossing {
        time: NO_HIT,
        normal: Vec3::ZERO,
    };
    let mut walk = Walk::from_top(c.first_box, c.faces);
    while !walk.over(c.faces) {
        let tip = from + first.time.min(1.0) * path;
        let passed = Bounds {
            low: from.min(tip).to_array(),
            high: from.max(tip).to_array(),
        };
        let node = scaled_box(&collision_meshes.boxes[walk.index()], c.size.into());
        let is_near = node.overlaps(passed);
        if is_near && walk.level > 0 {
            walk.into_children(c.faces);
            continue;
        }
        if is_near {
            try_crossing(collision_meshes, c, walk.node, (from, path), &mut first);
        }
        walk.past(c.faces);
    }
    first
}

/// A face that the path crosses before the first one so far becomes the first one: from outside, or from either side of a two-sided
/// mesh.
fn try_crossing(
    collision_meshes: CollisionMeshes<'_>,
    collider: &Collider,
    face: u32,
    (from, path): (Vec3, Vec3),
    first: &mut Crossing,
) {
    let scale = Vec3::from(collider.size);
    let face = collision_meshes.faces[(collider.first_face + face) as usize];
    let outward = (Vec3::from(face.normal) / scale).normalize();
    let closing = -outward.dot(path);
    let height = outward.dot(from - Vec3::from(face.a) * scale);
    if closing == 0.0 || (closing < 0.0 && collider.double_sided == 0) {
        return;
    }
    let time = height / closing;
    if time < 0.0 || time >= first.time {
        return;
    }
    let p = from + time * path;
    let [a, b, c] = [face.a, face.b, face.c].map(|x| Vec3::from(x) * scale - p);
    let weights = nearest_on_triangle([a, b, c]);
    let off = weights.x * a + weights.y * b + weights.z * c;
    if off.length_squared() <= 1e-11 * (p.length_squared() + path.length_squared()) {
        let normal = if closing > 0.0 { outward } else { -outward };
        *first = Crossing { time, normal };
    }
}
