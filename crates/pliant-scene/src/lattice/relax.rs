//! Moves nodes of the few flat tetrahedra at sharp bends of a surface, to improve their shape.

use super::cut::Solid;
use super::quality::roundness;
use super::surface::Surface;
use glam::DVec3;
use std::collections::{BTreeMap, BTreeSet};

/// Rounds over all nodes of flat tetrahedra; most are repaired in the first.
const SWEEPS: usize = 4;

/// Moves nodes of bad tetrahedra towards the mean of their neighbours, along the surface for nodes on it, as long as that
/// improves the worst tetrahedron around them [FO97].
pub(super) fn relax(solid: &mut Solid, surface: &Surface) {
    for _ in 0..SWEEPS {
        let nodes: BTreeSet<u32> = solid.flat().flat_map(|t| solid.tetrahedra[t]).collect();
        if nodes.is_empty() {
            return;
        }
        for (node, star) in stars(solid, &nodes) {
            improve(solid, surface, node, &star);
        }
    }
}

/// The tetrahedra around each of `nodes`.
fn stars(solid: &Solid, nodes: &BTreeSet<u32>) -> BTreeMap<u32, Vec<usize>> {
    let mut stars: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (number, tetrahedron) in solid.tetrahedra.iter().enumerate() {
        for node in tetrahedron.iter().filter(|node| nodes.contains(node)) {
            stars.entry(*node).or_default().push(number);
        }
    }
    stars
}

/// Tries positions on the line to the mean of the neighbours and takes the best.
fn improve(solid: &mut Solid, surface: &Surface, node: u32, star: &[usize]) {
    let at = node as usize;
    let (start, on) = (solid.nodes[at], solid.on[at]);
    let middle = middle(solid, node, star);
    let mut best = (worst(solid, star), start);
    for step in [0.25, 0.5, 0.75, 1.0] {
        let mut position = start.lerp(middle, step);
        if on {
            let nearest = surface.nearest(position, f64::INFINITY);
            position = nearest.map_or(start, |hit| hit.point);
        }
        solid.nodes[at] = position;
        let round = worst(solid, star);
        if round > best.0 {
            best = (round, position);
        }
    }
    solid.nodes[at] = best.1;
}

/// The mean of a node's neighbours; for one on the surface, of those on the surface.
fn middle(solid: &Solid, node: u32, star: &[usize]) -> DVec3 {
    let on = solid.on[node as usize];
    let around = star.iter().flat_map(|&t| solid.tetrahedra[t]);
    let neighbours: BTreeSet<u32> = around
        .filter(|&other| other != node && (!on || solid.on[other as usize]))
        .collect();
    let sum: DVec3 = neighbours.iter().map(|&n| solid.nodes[n as usize]).sum();
    sum / neighbours.len().max(1) as f64
}

fn worst(solid: &Solid, star: &[usize]) -> f64 {
    let round = star.iter().map(|&t| roundness(&solid.corners(t)));
    round.fold(f64::INFINITY, f64::min)
}
