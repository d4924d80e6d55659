//! An independent count of intersections on the host, in double precision: edges that pierce triangles.

use glam::{DVec3, Vec3Swizzles as _};

/// Edges of triangles, and segments, that pierce a triangle with which they share no particle, as (edge, triangle).
#[must_use]
pub fn intersections(
    triangles: &[[u32; 3]],
    segments: &[[u32; 2]],
    positions: &[[f32; 3]],
) -> Vec<([u32; 2], [u32; 3])> {
    let at = |p: u32| DVec3::from(positions[p as usize].map(f64::from));
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .chain(segments.iter().copied())
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    let span = |corners: &[u32]| {
        let x = || corners.iter().map(|p| at(*p).x);
        [
            x().fold(f64::INFINITY, f64::min),
            x().fold(f64::NEG_INFINITY, f64::max),
        ]
    };
    // Sorted by lowest x: a triangle that starts beyond the end of an edge cannot intersect it.
    let mut order: Vec<([f64; 2], [u32; 3])> = triangles.iter().map(|t| (span(t), *t)).collect();
    order.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]));
    let widest = order.iter().map(|(s, _)| s[1] - s[0]).fold(0.0, f64::max);
    let mut found = Vec::new();
    for edge in edges {
        let [low, high] = span(&edge);
        let first = order.partition_point(|(s, _)| s[0] < low - widest);
        let candidates = order[first..].iter().take_while(|(s, _)| s[0] <= high);
        for (_, triangle) in candidates.filter(|(s, _)| s[1] >= low) {
            let disjoint = !triangle.iter().any(|p| edge.contains(p));
            if disjoint && pierces(edge.map(at), triangle.map(at)) {
                found.push((edge, *triangle));
            }
        }
    }
    found
}

/// Whether a segment passes through the interior of a triangle. A segment in its plane, up to rounding, does not.
fn pierces([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let (from, to) = (side(a, b, c, p), side(a, b, c, q));
    let sides = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
    from * to < 0.0 && sides[0] != 0.0 && sides.iter().all(|s| *s == sides[0])
}

/// The side of the plane of a, b and c that d is on: 1 or -1, or 0 where rounding could decide the sign.
fn side(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    let [b, c, d] = [b - a, c - a, d - a];
    let volume = b.cross(c).dot(d);
    let [b, c, d] = [b, c, d].map(DVec3::abs);
    let terms = b.yzx() * c.zxy() + b.zxy() * c.yzx();
    if volume.abs() <= 8.0 * f64::EPSILON * terms.dot(d) {
        0.0
    } else {
        volume.signum()
    }
}
