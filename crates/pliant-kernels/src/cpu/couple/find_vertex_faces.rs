//! CPU implementation of `shaders/couple/find_vertex_faces.comp`.

use super::vertex_face::{SamplePoints, Triangle};
use crate::cpu::filter::filters_allow;
use crate::cpu::math::xyz;
use crate::tree::for_each_overlapping;
use crate::views::view::FindVertexFaces;
use glam::{Quat, Vec3};
use pliant_passes::types::{Bounds, MOST_VERTEX_FACES, NONE, RigidImpulse};

/// Separation, m, and number of sample points, the deepest first.
type Deepest = [(f32, u32); MOST_VERTEX_FACES as usize];

pub(crate) fn find_vertex_faces(pass: &FindVertexFaces<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let body = &pass.bodies[pass.large_triangles[i].body as usize];
    let corners = pass.large_triangles[i].corners.map(|p| p as usize);
    let triangle = Triangle {
        corners: corners.map(|p| xyz(pass.position[p])),
        displacements: corners.map(|p| xyz(pass.displacement[p])),
        half_thickness: body.half_thickness,
    };
    let samples = SamplePoints {
        points: pass.sample_points,
        poses: pass.poses,
        params: pass.params,
    };
    let mut deepest: Deepest = [(0.0, NONE); MOST_VERTEX_FACES as usize];
    let around = box_around(&triangle);
    let is_near = |node: usize| pass.nodes[node].overlaps(around);
    for_each_overlapping(pass.params.colliders, is_near, |leaf| {
        let collider = pass.order[leaf as usize] as usize;
        let allowed = filters_allow(body.filters, pass.colliders[collider].filters);
        if !allowed || !comes_near(pass, collider, around) {
            return;
        }
        for point in pass.sample_starts[collider]..pass.sample_starts[collider + 1] {
            if let Some(contact) = samples.vertex_face(&triangle, point as usize) {
                keep(&mut deepest, (contact.separation, point));
            }
        }
    });
    pass.vertex_faces.set(i, deepest.map(|(_, point)| point));
    for (k, (_, point)) in deepest.into_iter().enumerate() {
        let body = match point {
            NONE => NONE,
            _ => {
                let collider = pass.sample_points[point as usize].collider;
                pass.colliders[collider as usize].rigid
            }
        };
        let part = RigidImpulse {
            body,
            weight: 1.0,
            ..RigidImpulse::default()
        };
        pass.impulses.set(MOST_VERTEX_FACES as usize * i + k, part);
    }
}

/// Whether a collider comes near to a box in the substep.
fn comes_near(pass: &FindVertexFaces<'_>, collider: usize, bounds: Bounds) -> bool {
    let now = pass.params.first_pose as usize + collider;
    let [then, now] = [now - pass.params.colliders as usize, now].map(|at| &pass.poses[at]);
    let turn = Quat::from_array(now.rotation) * Quat::from_array(then.rotation).conjugate();
    let center = Vec3::from(now.translation);
    let moved = center.distance(then.translation.into());
    let radius = Vec3::from(pass.parts[collider].half_size).length();
    let reach = moved + radius * (1.0 + 2.0 * turn.xyz().length());
    bounds.distance_squared(center) <= reach * reach
}

/// The box around a triangle at the start of the substep and now.
fn box_around(triangle: &Triangle) -> Bounds {
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for (before, moved) in triangle.corners.into_iter().zip(triangle.displacements) {
        let now = before + moved;
        low = low.min(before.min(now));
        high = high.max(before.max(now));
    }
    Bounds {
        low: (low - triangle.half_thickness).to_array(),
        high: (high + triangle.half_thickness).to_array(),
    }
}

/// Keeps the deepest points; of equal ones the first.
fn keep(deepest: &mut Deepest, mut new: (f32, u32)) {
    for kept in deepest {
        if new < *kept {
            std::mem::swap(kept, &mut new);
        }
    }
}
