//! An independent count of what has gone through what: edges that pierce triangles, in double precision on the host.

use glam::DVec3;

/// Edges of triangles and segments that pierce a triangle with which they share no particle, as (edge, triangle).
#[must_use]
pub fn crossings(
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
    // Both sorted by their lowest x: what comes later than an edge ends cannot meet it.
    let mut order: Vec<([f64; 2], [u32; 3])> = triangles.iter().map(|t| (span(t), *t)).collect();
    order.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]));
    let widest = order.iter().map(|(s, _)| s[1] - s[0]).fold(0.0, f64::max);
    let mut found = Vec::new();
    for edge in edges {
        let [low, high] = span(&edge);
        let first = order.partition_point(|(s, _)| s[0] < low - widest);
        let near = order[first..].iter().take_while(|(s, _)| s[0] <= high);
        for (_, triangle) in near.filter(|(s, _)| s[1] >= low) {
            let apart = !triangle.iter().any(|p| edge.contains(p));
            if apart && pierces(edge.map(at), triangle.map(at)) {
                found.push((edge, *triangle));
            }
        }
    }
    found
}

/// Whether a segment goes through the inside of a triangle.
fn pierces([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let volume = |a: DVec3, b: DVec3, c: DVec3, d: DVec3| (b - a).cross(c - a).dot(d - a);
    let (from, to) = (volume(a, b, c, p), volume(a, b, c, q));
    let sides = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)];
    let same = sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0);
    from * to < 0.0 && same
}

#[cfg(test)]
mod tests {
    use super::crossings;

    #[test]
    fn a_needle_through_a_sheet_is_found() {
        let sheet = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let needle = |x: f32| [[x, 0.2, -0.5], [x, 0.2, 0.5]];
        let count = |x: f32| {
            let positions = [&sheet[..], &needle(x)].concat();
            crossings(&[[0, 1, 2]], &[[3, 4]], &positions).len()
        };
        assert_eq!([count(0.2), count(0.9), count(-0.1)], [1, 0, 0]);
    }
}
