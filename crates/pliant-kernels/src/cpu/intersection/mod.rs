//! CPU implementations of `shaders/intersection/`.

pub(super) mod apply_intersections;
mod directions;
pub(super) mod find_intersections;
pub(super) mod solve_intersections;

use crate::cpu::math::xyz;
use crate::memory::Read;
use glam::Vec3;
use pliant_passes::types::{INTERSECTION_CORNERS, INTERSECTION_SPEED, Intersection, Pull};

/// The part of the gap by which intersecting features are moved in a substep, and by which they separate for a while after.
pub(super) fn pace(h: f32) -> f32 {
    (INTERSECTION_SPEED as f32 * h).min(0.25)
}

/// Where an edge is when it meets a triangle.
struct Through {
    /// Of the edge, from its first end.
    along: f32,
    /// Of the triangle's corners; their sum is 1.
    inside: Vec3,
}

fn normal_of([a, b, c]: [Vec3; 3]) -> Vec3 {
    (b - a).cross(c - a)
}

/// Whether the edge p–q, the ends of which are so high over a triangle, goes through it, and where; CPU implementation of
/// `shaders/include/intersection.glsl`.
fn through(
    [p, q]: [Vec3; 2],
    heights: [f32; 2],
    [a, b, c]: [Vec3; 3],
    normal: Vec3,
) -> Option<Through> {
    let along = heights[0] / (heights[0] - heights[1]);
    let x = p + along * (q - p);
    let parts = [[x, b, c], [x, c, a], [x, a, b]].map(|t| normal.dot(normal_of(t)));
    let parts = Vec3::from(parts);
    let all = parts.x + parts.y + parts.z;
    let inside = parts.min_element() > 0.0;
    (heights[0] * heights[1] < 0.0 && inside).then(|| Through {
        along,
        inside: parts / all,
    })
}

/// The particles of an intersection and their weights; CPU implementation of `shaders/include/intersection_constraint.glsl`.
fn weighted(intersection: &Intersection, pull: &Pull) -> [(usize, f32); 5] {
    let [p, q] = intersection.edge.map(|p| p as usize);
    let [a, b, c] = intersection.triangle.map(|p| p as usize);
    let [u, v, w] = pull.inside;
    let along = pull.along;
    [(p, 1.0 - along), (q, along), (a, -u), (b, -v), (c, -w)]
}

/// Σ weight² w, w as often as there are crossings that share the particle.
fn yielding(
    intersection: &Intersection,
    pull: &Pull,
    starts: Read<'_, u32>,
    velocity: Read<'_, [f32; 4]>,
) -> f32 {
    let of = |(p, weight): (usize, f32)| {
        weight * weight * velocity[p][3] * (starts[p + 1] - starts[p]) as f32
    };
    weighted(intersection, pull).map(of).iter().sum()
}

/// Σ weight x.
fn mean(intersection: &Intersection, pull: &Pull, x: Read<'_, [f32; 4]>) -> Vec3 {
    let all = weighted(intersection, pull);
    all.iter().map(|(p, weight)| *weight * xyz(x[*p])).sum()
}

/// The sum of the corrections of a particle by its intersections: CPU implementation of
/// `shaders/include/intersection_correction.glsl`.
fn pulled(
    (starts, entries): (Read<'_, u32>, Read<'_, u32>),
    i: usize,
    (pulls, pushes): (Read<'_, Pull>, Read<'_, [f32; 3]>),
) -> Vec3 {
    let push = |entry: &u32| {
        let row = (entry / INTERSECTION_CORNERS) as usize;
        let corner = (entry % INTERSECTION_CORNERS) as usize;
        let (_, weight) = weighted(&Intersection::default(), &pulls[row])[corner];
        weight * Vec3::from(pushes[row])
    };
    let entries = entries.range(starts[i] as usize..starts[i + 1] as usize);
    entries.iter().map(push).sum()
}
