//! CPU implementation of `shaders/include/edge_triangle.glsl`.

use glam::Vec3;
use pliant_passes::types::INTERSECTION_SPEED;

/// The part of the gap by which intersecting features are moved in a substep, and by which they separate for a while after.
pub(crate) fn pace(h: f32) -> f32 {
    (INTERSECTION_SPEED as f32 * h).min(0.25)
}

/// Where an edge is when it meets a triangle.
pub(crate) struct Through {
    /// Of the edge, from its first end.
    pub(crate) along: f32,
    /// Of the triangle's corners; their sum is 1.
    pub(crate) inside: Vec3,
}

/// Six times the volume between a triangle and x, seen from a corner of the triangle.
pub(crate) fn height(normal: Vec3, from: Vec3, x: Vec3) -> f32 {
    normal.dot(x - from)
}

pub(crate) fn normal_of([a, b, c]: [Vec3; 3]) -> Vec3 {
    (b - a).cross(c - a)
}

/// Whether the edge p–q, the ends of which are so high over a triangle, goes through it, and where.
pub(crate) fn passes_through(
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
