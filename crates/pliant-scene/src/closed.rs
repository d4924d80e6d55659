//! Closed surfaces: what they enclose, and where they fail to.

use crate::text::count;
use glam::{DVec3, Vec3};
use std::collections::HashMap;

/// Below this share of the cube of a surface's size it encloses nothing but rounding.
const FLAT: f64 = 1e-7;

/// The volume that triangles enclose, m³: negative where they face inwards, 0 where they are as good as flat.
///
/// Taken from the middle of the corners, so that a surface with holes has the volume of itself and cones to
/// that point.
pub(crate) fn volume(triangles: &[[u32; 3]], positions: &[Vec3]) -> f64 {
    let at = |vertex: u32| positions[vertex as usize].as_dvec3();
    let corners = || triangles.iter().flatten().map(|&vertex| at(vertex));
    let middle = corners().sum::<DVec3>() / (3 * triangles.len()).max(1) as f64;
    let size = corners().fold(0.0, |size: f64, corner| size.max(corner.distance(middle)));
    let sixfold =
        |&[a, b, c]: &[u32; 3]| (at(a) - middle).cross(at(b) - middle).dot(at(c) - middle);
    let volume = triangles.iter().map(sixfold).sum::<f64>() / 6.0;
    if volume.abs() > FLAT * size.powi(3) {
        volume
    } else {
        0.0
    }
}

/// What keeps triangles from being a closed surface that faces one way, each as a phrase.
pub(crate) fn defects(triangles: &[[u32; 3]]) -> Vec<String> {
    let mut edges: HashMap<[u32; 2], [usize; 2]> = HashMap::new();
    for &[a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let forward = from < to;
            edges.entry([from.min(to), from.max(to)]).or_default()[usize::from(forward)] += 1;
        }
    }
    let edges = |wrong: fn(usize, usize) -> bool| {
        edges
            .values()
            .filter(|[back, forth]| wrong(*back, *forth))
            .count()
    };
    let phrase = |number: usize, noun: &str, rest: &str| {
        (number > 0).then(|| format!("{}{rest}", count(number, noun)))
    };
    let opposed = edges(|a, b| a + b == 2 && a != b);
    [
        phrase(edges(|a, b| a + b == 1), "open edge", ""),
        phrase(
            opposed,
            "edge",
            " between triangles that face opposite ways",
        ),
        phrase(
            edges(|a, b| a + b > 2),
            "edge",
            " of more than two triangles",
        ),
        phrase(duplicates(triangles), "duplicate triangle", ""),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How many triangles have the corners of an earlier one.
fn duplicates(triangles: &[[u32; 3]]) -> usize {
    let mut sorted = triangles.to_vec();
    sorted
        .iter_mut()
        .for_each(|triangle| triangle.sort_unstable());
    sorted.sort_unstable();
    sorted.dedup();
    triangles.len() - sorted.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

    #[test]
    fn a_tetrahedron_encloses_a_sixth_and_has_no_defects() {
        assert!((volume(&TETRAHEDRON, &CORNERS) - 1.0 / 6.0).abs() < 1e-12);
        let turned = TETRAHEDRON.map(|[a, b, c]| [a, c, b]);
        assert!((volume(&turned, &CORNERS) + 1.0 / 6.0).abs() < 1e-12);
        assert_eq!(volume(&[[0, 1, 2], [0, 2, 1]], &CORNERS), 0.0);
        assert_eq!(defects(&TETRAHEDRON), [""; 0]);
    }

    #[test]
    fn defects_are_counted() {
        assert_eq!(defects(&TETRAHEDRON[1..]), ["3 open edges"]);
        let mut turned = TETRAHEDRON;
        turned[3] = [1, 3, 2];
        assert_eq!(
            defects(&turned),
            ["3 edges between triangles that face opposite ways"]
        );
        let mut twice = TETRAHEDRON.to_vec();
        twice.push([2, 1, 0]);
        assert_eq!(
            defects(&twice),
            ["3 edges of more than two triangles", "1 duplicate triangle"]
        );
    }
}
