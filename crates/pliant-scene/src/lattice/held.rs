//! Nodes of a lattice that pinned vertices fix.

use super::surface::Surface;
use glam::{DVec3, Vec3};
use std::collections::BTreeSet;

/// A node nearer than this to a pinned triangle, in spacings, is fixed.
const REACH: f64 = 0.3;

/// The nodes that `pinned` vertices of a surface fix, ascending: the nearest one to each vertex, and those within 0.3 of
/// `spacing` (m) of a triangle whose corners are all pinned.
pub(crate) fn held(
    nodes: &[Vec3],
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    pinned: &[u32],
    spacing: f32,
) -> Vec<u32> {
    let exact = |points: &[Vec3]| points.iter().map(|p| p.as_dvec3()).collect::<Vec<DVec3>>();
    let (nodes, positions) = (exact(nodes), exact(positions));
    // The nodes become degenerate triangles, so that the tree finds the nearest one.
    let points: Vec<[u32; 3]> = (0..nodes.len() as u32).map(|node| [node; 3]).collect();
    let tree = Surface::new(&nodes, &points);
    let at = |vertex: &u32| tree.nearest(positions[*vertex as usize], f64::INFINITY);
    let nearest = pinned.iter().filter_map(at).map(|hit| hit.triangle);

    let all: BTreeSet<u32> = pinned.iter().copied().collect();
    let whole = |triangle: &&[u32; 3]| triangle.iter().all(|v| all.contains(v));
    let patch: Vec<[u32; 3]> = triangles.iter().filter(whole).copied().collect();
    let patch = Surface::new(&positions, &patch);
    let reach = REACH * f64::from(spacing);
    let near = (0..)
        .zip(&nodes)
        .filter(|(_, p)| patch.nearest(**p, reach).is_some());
    let held: BTreeSet<u32> = nearest.chain(near.map(|(node, _)| node)).collect();
    held.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::{fill, shapes};
    use super::*;
    use glam::Quat;

    #[test]
    fn a_pinned_side_holds_the_nodes_on_it() {
        let (positions, triangles) = shapes::cuboid(Vec3::new(1.0, 0.5, 0.25));
        let (lattice, _) = fill(&positions, &triangles, 0.125, Quat::IDENTITY).expect("a lattice");
        let is_left = |(_, p): &(u32, &Vec3)| p.x == 0.0;
        let left = |points: &[Vec3]| -> Vec<u32> {
            (0..)
                .zip(points)
                .filter(is_left)
                .map(|(at, _)| at)
                .collect()
        };
        let expected = left(&lattice.rests);
        assert_eq!(expected.len(), 15);
        let pinned = left(&positions);
        assert_eq!(
            held(&lattice.rests, &positions, &triangles, &pinned, 0.125),
            expected
        );
    }

    #[test]
    fn a_pinned_vertex_holds_one_node() {
        let (positions, triangles) = shapes::ball(2);
        let (lattice, _) = fill(&positions, &triangles, 0.2, Quat::IDENTITY).expect("a lattice");
        for vertex in [0, 5, 60] {
            let held = held(&lattice.rests, &positions, &triangles, &[vertex], 0.2);
            assert_eq!(held.len(), 1);
            let away = lattice.rests[held[0] as usize].distance(positions[vertex as usize]);
            assert!(away < 0.15, "{away}");
        }
    }
}
