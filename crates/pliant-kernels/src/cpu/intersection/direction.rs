//! The direction in which an intersecting edge is moved: CPU implementation of `shaders/intersection/direction.glsl`.

use crate::cpu::edge_triangle::{height, normal_of, pace, passes_through};
use crate::cpu::math::xyz;
use crate::views::view::SolveIntersections;
use glam::Vec3;
use pliant_passes::types::{FLATTEST, Intersection, NONE, Pull};

/// The constraint of an intersection in a substep; `None` where the edge does not pass through the triangle, or where it has no
/// direction.
pub(super) fn pull_of(pass: &SolveIntersections<'_>, intersection: &Intersection) -> Option<Pull> {
    let origin = xyz(pass.position[intersection.edge[0] as usize]);
    let at = |p: u32| xyz(pass.position[p as usize]) - origin;
    let (edge, triangle) = (intersection.edge.map(at), intersection.triangle.map(at));
    let normal = normal_of(triangle);
    let heights = edge.map(|x| height(normal, triangle[0], x));
    let met = passes_through(edge, heights, triangle, normal)?;
    let wings = intersection.wings.map(|w| (w != NONE).then(|| at(w)));
    let direction = direction_out(
        intersection.back,
        edge,
        wings,
        normal.normalize(),
        heights[0],
    );
    let size = direction.length();
    if size < 1e-3 {
        return None;
    }
    Some(Pull {
        along: met.along,
        inside: met.inside.to_array(),
        normal: (direction / size).to_array(),
        wanted: size * gap_of(pass, intersection) * pace(pass.frame[0].h),
        ..Pull::default()
    })
}

fn gap_of(pass: &SolveIntersections<'_>, intersection: &Intersection) -> f32 {
    let thick = |p: u32| pass.bodies[pass.body_of[p as usize] as usize].half_thickness;
    thick(intersection.edge[0]) + thick(intersection.triangle[0])
}

/// The direction of an edge p–q, of the length 1 where both surfaces clearly separate by it, else less.
fn direction_out(
    back: u32,
    [p, q]: [Vec3; 2],
    wings: [Option<Vec3>; 2],
    normal: Vec3,
    above: f32,
) -> Vec3 {
    if back != NONE {
        return if (back == 0) == (above > 0.0) {
            -normal
        } else {
            normal
        };
    }
    let u = (q - p).normalize();
    let wings = wings.into_iter().flatten();
    let sum: Vec3 = wings.map(|wing| shortening(u, wing - p, normal)).sum();
    sum / (1.0 + sum.length_squared()).sqrt()
}

/// How the line along which a wing of the edge u intersects the triangle becomes shorter, where both move by half.
fn shortening(u: Vec3, wing: Vec3, normal: Vec3) -> Vec3 {
    let line = normal.cross(u.cross(wing));
    let size = line.length();
    if size <= 1e-6 * wing.length() {
        return Vec3::ZERO;
    }
    let outward = line.dot(wing - u.dot(wing) * u) < 0.0;
    let inward = if outward { -line / size } else { line / size };
    let steep = u.dot(normal);
    let steep = if steep < 0.0 {
        steep.min(-FLATTEST)
    } else {
        steep.max(FLATTEST)
    };
    inward - (2.0 * u.dot(inward) / steep) * normal
}
