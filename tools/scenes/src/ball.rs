//! A sphere with triangles of about equal size.

use crate::{Mode, Primitive};
use glam::DVec3;

/// A sphere around the origin with triangles of about equal size, m: an icosahedron whose triangles are subdivided in four
/// `levels` times. Adjacent triangles share vertices.
#[must_use]
pub fn icosphere(radius: f32, levels: u32) -> Primitive {
    let golden = 0.5 + 1.25_f64.sqrt();
    let mut points = Vec::new();
    for [a, b] in [
        [1.0, golden],
        [-1.0, golden],
        [1.0, -golden],
        [-1.0, -golden],
    ] {
        points.extend([[0.0, a, b], [a, b, 0.0], [b, 0.0, a]].map(|p| DVec3::from(p).normalize()));
    }
    let mut triangles = faces(&points);
    for _ in 0..levels {
        triangles = triangles
            .into_iter()
            .flat_map(|t| subdivided(t, &mut points))
            .collect();
    }
    let at = |p: &DVec3| (*p * f64::from(radius)).as_vec3();
    let mut ball = Primitive::new(Mode::Triangles, points.iter().map(at).collect());
    ball.normals = points.iter().map(|p| p.as_vec3()).collect();
    ball.indices = triangles.concat();
    ball
}

/// The triangles of an icosahedron, counter-clockwise from outside: any three corners at the smallest mutual distance.
fn faces(points: &[DVec3]) -> Vec<[u32; 3]> {
    let adjacent = |a: usize, b: usize| points[a].dot(points[b]) > 0.4;
    let count = points.len();
    let mut triangles = Vec::new();
    for (a, b) in (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))) {
        for c in (b + 1..count).filter(|&c| adjacent(a, b) && adjacent(b, c) && adjacent(c, a)) {
            let outside = points[a].cross(points[b]).dot(points[c]) > 0.0;
            let corners = if outside { [a, b, c] } else { [a, c, b] };
            triangles.push(corners.map(|p| p as u32));
        }
    }
    triangles
}

/// Subdivides a triangle in four; midpoints of edges are found among `points` or added to them.
fn subdivided([a, b, c]: [u32; 3], points: &mut Vec<DVec3>) -> [[u32; 3]; 4] {
    let mut middle = |i: u32, j: u32| {
        let point = (points[i as usize] + points[j as usize]).normalize();
        let found = points.iter().position(|p| p.distance(point) < 1e-6);
        found.unwrap_or_else(|| {
            points.push(point);
            points.len() - 1
        }) as u32
    };
    let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icosphere_of_two_levels() {
        let ball = icosphere(0.5, 2);
        assert_eq!((ball.positions.len(), ball.indices.len()), (162, 3 * 320));
        let corner = |i: u32| ball.positions[i as usize];
        let sixfold = |t: &[u32]| corner(t[0]).cross(corner(t[1])).dot(corner(t[2]));
        let volume = ball.indices.chunks(3).map(sixfold).sum::<f32>() / 6.0;
        assert!(
            (volume / (std::f32::consts::PI / 6.0) - 0.966).abs() < 1e-3,
            "{volume}"
        );
    }
}
