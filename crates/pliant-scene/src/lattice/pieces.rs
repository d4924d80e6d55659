//! Removes small pieces of the lattice that thin parts of the surface separate from the rest.

use super::cut::Solid;
use super::faces::{Faces, joined};
use super::surface::Surface;
use std::collections::{BTreeMap, BTreeSet};

/// Retains, for each connected part of the surface over `triangles`, the largest adjacent piece of the solid. Returns
/// whether a piece was removed.
pub(super) fn remove_small_pieces(
    solid: &mut Solid,
    faces: &Faces,
    surface: &Surface,
    triangles: &[[u32; 3]],
) -> bool {
    let pieces = faces.pieces(solid.tetrahedra.len());
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for &piece in &pieces {
        *sizes.entry(piece).or_default() += 1;
    }
    if sizes.len() < 2 {
        return false;
    }
    let parts = parts(triangles);
    let mut largest: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for &([corner, ..], tetrahedron) in &faces.boundary {
        let Some(hit) = surface.nearest(solid.nodes[corner as usize], 1.0) else {
            continue;
        };
        let piece = pieces[tetrahedron];
        let part = largest.entry(parts[hit.triangle as usize]).or_default();
        *part = (*part).max((sizes[&piece], piece));
    }
    let kept: BTreeSet<usize> = largest.into_values().map(|(_, piece)| piece).collect();
    let mut at = pieces.iter();
    solid
        .tetrahedra
        .retain(|_| at.next().is_some_and(|piece| kept.contains(piece)));
    kept.len() < sizes.len()
}

/// The connected part that each triangle belongs to.
fn parts(triangles: &[[u32; 3]]) -> Vec<usize> {
    let count = triangles
        .iter()
        .flatten()
        .max()
        .map_or(0, |&v| v as usize + 1);
    let edges = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c]]);
    let of_vertex = joined(count, edges.map(|edge| edge.map(|v| v as usize)));
    triangles.iter().map(|t| of_vertex[t[0] as usize]).collect()
}
