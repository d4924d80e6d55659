//! CPU implementation of `shaders/rigid/collision/segments.glsl`.

use crate::cpu::mesh::CollisionMeshes;
use glam::Vec3;
use pliant_passes::types::{BOX, CAPSULE, CYLINDER, Collider, SPHERE};
use std::f32::consts::FRAC_PI_4;

/// An edge in its collider's frame, with the radius of a ball at each end.
pub(super) struct Segment {
    pub(super) from: Vec3,
    pub(super) to: Vec3,
    pub(super) radii: [f32; 2],
    /// Whether its ends are tried with this edge, and not with another one.
    pub(super) ends: bool,
    /// Whether what is between its ends is tried.
    pub(super) between: bool,
    /// Of an edge of a mesh: a face, and which of its edges.
    pub(super) side: Option<(u32, usize)>,
}

impl Segment {
    fn edge(from: Vec3, to: Vec3) -> Self {
        Self {
            from,
            to,
            radii: [0.0; 2],
            ends: true,
            between: true,
            side: None,
        }
    }
}

pub(super) fn segment_count(c: &Collider) -> u32 {
    match c.shape {
        BOX => 12,
        CYLINDER => 8,
        _ => 1,
    }
}

pub(super) fn segment(c: &Collider, k: u32, toward: Vec3) -> Segment {
    let [height, low, high] = c.size;
    let half_height = Vec3::new(0.0, 0.5 * height, 0.0);
    match c.shape {
        SPHERE => Segment {
            radii: [c.size[0]; 2],
            ..Segment::edge(Vec3::ZERO, Vec3::ZERO)
        },
        CAPSULE => Segment {
            radii: [low, high],
            ..Segment::edge(-half_height, half_height)
        },
        CYLINDER => {
            let across = Vec3::new(toward.x, 0.0, toward.z);
            let l = across.length();
            let first = if l > 1e-3 * toward.length() {
                across / l
            } else {
                Vec3::X
            };
            let (sin, cos) = pliant_math::sin_cos(FRAC_PI_4 * k as f32);
            let rim = Vec3::new(
                cos * first.x - sin * first.z,
                0.0,
                sin * first.x + cos * first.z,
            );
            Segment::edge(low * rim - half_height, high * rim + half_height)
        }
        _ => {
            let axis = (k / 4) as usize;
            let mut from = Vec3::from(c.size);
            if k % 2 == 1 {
                from[(axis + 1) % 3] *= -1.0;
            }
            if k % 4 >= 2 {
                from[(axis + 2) % 3] *= -1.0;
            }
            let mut to = from;
            to[axis] *= -1.0;
            Segment {
                ends: axis == 0,
                ..Segment::edge(from, to)
            }
        }
    }
}

/// An edge of a face of a mesh, with its first end.
pub(super) fn side(
    collision_meshes: CollisionMeshes<'_>,
    c: &Collider,
    index: u32,
    k: usize,
) -> Segment {
    let face = &collision_meshes.faces[(c.first_face + index) as usize];
    let corners = [face.a, face.b, face.c].map(Vec3::from);
    let at = |k: usize| corners[k % 3] * Vec3::from(c.size);
    let is_tested = |bit: usize| face.tested >> bit & 1 != 0;
    Segment {
        ends: is_tested(3 + k),
        between: is_tested(k),
        side: Some((index, k)),
        ..Segment::edge(at(k), at(k + 1))
    }
}
