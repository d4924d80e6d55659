//! CPU implementation of `shaders/contact/deformable_contact.glsl`.

use crate::cpu::closest::{nearest_on_segments, nearest_on_triangle};
use glam::Vec3;
use pliant_passes::types::POINT_TRIANGLE;

/// The nearest points of a pair.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    pub(super) weights: [f32; 4],
    /// From the second feature to the first.
    pub(super) separation: Vec3,
    /// Whether both points are inside of their edges.
    pub(super) inside: bool,
}

pub(super) fn nearest(kind: u32, x: [Vec3; 4]) -> Nearest {
    let mut inside = true;
    let weights = if kind == POINT_TRIANGLE {
        let u = nearest_on_triangle([1, 2, 3].map(|k| x[k] - x[0]));
        [1.0, -u.x, -u.y, -u.z]
    } else {
        let at = nearest_on_segments(x);
        let open = |s: f32| 0.0 < s && s < 1.0;
        inside = open(at.x) && open(at.y);
        [1.0 - at.x, at.x, at.y - 1.0, -at.y]
    };
    let from_first = |k: usize| weights[k] * (x[k] - x[0]);
    Nearest {
        weights,
        separation: from_first(1) + from_first(2) + from_first(3),
        inside,
    }
}

/// The number of a pair's corners that belong to its first feature.
pub(super) fn first_corners(kind: u32) -> usize {
    if kind == POINT_TRIANGLE { 1 } else { 2 }
}

/// Normal to what the nearest point of a point is inside of.
fn normal_to_triangle(x: [Vec3; 4], near: &Nearest) -> Vec3 {
    let edge = |from: usize, to: usize| x[to] - x[from];
    match [1, 2, 3].map(|k| near.weights[k] != 0.0) {
        [true, true, true] => edge(1, 2).cross(edge(1, 3)),
        [true, true, false] => normal_part(near.separation, edge(1, 2)),
        [false, true, true] => normal_part(near.separation, edge(2, 3)),
        [true, false, true] => normal_part(near.separation, edge(1, 3)),
        _ => near.separation,
    }
}

/// Normal to the edges that the nearest points are inside of.
fn normal_to_edges(x: [Vec3; 4], near: &Nearest) -> Vec3 {
    let on = near.weights.map(|weight| weight != 0.0);
    let (u, v) = (x[1] - x[0], x[3] - x[2]);
    let across = u.cross(v);
    match [on[0] && on[1], on[2] && on[3]] {
        [true, true] if is_exact(across, [u, v], near.separation) => across,
        [true, _] => normal_part(near.separation, u),
        [false, true] => normal_part(near.separation, v),
        _ => near.separation,
    }
}

/// The direction from the second feature to the first.
pub(super) fn normal_of(kind: u32, x: [Vec3; 4], near: &Nearest) -> Vec3 {
    let exact = if kind == POINT_TRIANGLE {
        normal_to_triangle(x, near)
    } else {
        normal_to_edges(x, near)
    };
    let towards = if exact.dot(near.separation) < 0.0 {
        -exact
    } else {
        exact
    };
    towards.try_normalize().unwrap_or(Vec3::Y)
}

fn is_exact(across: Vec3, [u, v]: [Vec3; 2], separation: Vec3) -> bool {
    let (uu, vv) = (u.length_squared(), v.length_squared());
    across.length_squared() * uu.max(vv) > separation.length_squared() * uu * vv
}

/// The part of a vector that is normal to an edge.
fn normal_part(separation: Vec3, edge: Vec3) -> Vec3 {
    separation - separation.dot(edge) / edge.length_squared().max(f32::MIN_POSITIVE) * edge
}
