//! Classifies the nodes of a grid as inside, on or outside of the surface.

use super::grid::Grid;
use super::surface::Surface;
use glam::{DVec3, USizeVec3};

/// A node nearer to the surface than this, in cells, is moved onto it. Larger values cut fewer and rounder
/// pieces from cells, but distort the other cells.
const SNAP: f64 = 0.35;

/// Side of the surface that a node is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Inside,
    On,
    Outside,
}

/// The nodes of a grid, in lattice space, those near the surface moved onto it.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) positions: Vec<DVec3>,
    pub(super) sides: Vec<Side>,
    /// Distance from the surface to the node's position in the grid, in cells; at most 1.
    pub(super) depths: Vec<f64>,
}

impl Field {
    /// The nodes of `grid`, measured against `surface`, which is `closed` or has holes.
    pub(super) fn sample(grid: &Grid, surface: &Surface, closed: bool) -> Self {
        let [nx, ny, nz] = grid.nodes();
        let count = nx * ny * nz;
        let mut field = Self {
            positions: (0..count)
                .map(|node| corner(grid.coordinates(node)))
                .collect(),
            sides: vec![Side::Outside; count],
            depths: vec![1.0; count],
        };
        let mut known = vec![false; count];
        for (node, near) in near(grid, surface).into_iter().enumerate() {
            let hit = if near {
                surface.nearest(field.positions[node], 1.0)
            } else {
                None
            };
            let Some(hit) = hit else { continue };
            field.depths[node] = hit.distance;
            if hit.distance < SNAP {
                field.sides[node] = Side::On;
                known[node] = true;
            }
            // Nodes on the surface within rounding keep their exact positions in the grid.
            if hit.distance < SNAP && hit.distance > grid.rounding {
                field.positions[node] = hit.point;
            }
        }
        for node in 0..count {
            if !known[node] {
                let inside = surface.contains(field.positions[node]);
                let side = if inside { Side::Inside } else { Side::Outside };
                field.sides[node] = side;
                // A hole connects the inside with the outside, so each node needs a test of its own.
                if closed {
                    field.flood(grid, node, side, &mut known);
                }
            }
        }
        field
    }

    /// Gives `side` to a node and to all nodes connected to it without crossing the surface. An edge of length 1
    /// whose ends are farther from the surface, taken together, than 1 cannot cross it.
    fn flood(&mut self, grid: &Grid, start: usize, side: Side, known: &mut [bool]) {
        let mut open = vec![start];
        known[start] = true;
        while let Some(node) = open.pop() {
            self.sides[node] = side;
            for next in neighbours(grid, node) {
                if !known[next] && self.depths[node] + self.depths[next] > 1.0 {
                    known[next] = true;
                    open.push(next);
                }
            }
        }
    }
}

fn corner(coordinates: [usize; 3]) -> DVec3 {
    USizeVec3::from_array(coordinates).as_dvec3()
}

/// Whether each node may be nearer than a cell to the surface.
fn near(grid: &Grid, surface: &Surface) -> Vec<bool> {
    let [nx, ny, nz] = grid.nodes();
    let mut near = vec![false; nx * ny * nz];
    for (min, max) in surface.bounds() {
        let low = (min - 1.0).ceil().max(DVec3::ZERO).as_usizevec3();
        let high = (max + 1.0).floor().max(DVec3::ZERO).as_usizevec3();
        let [hx, hy, hz] = [high.x.min(nx - 1), high.y.min(ny - 1), high.z.min(nz - 1)];
        for k in low.z..=hz {
            for j in low.y..=hy {
                let row = grid.node([0, j, k]);
                if low.x <= hx {
                    near[row + low.x..=row + hx].fill(true);
                }
            }
        }
    }
    near
}

/// The ends of the edges of cells at a node.
fn neighbours(grid: &Grid, node: usize) -> impl Iterator<Item = usize> {
    let (coordinates, nodes) = (grid.coordinates(node), grid.nodes());
    let strides = [1, nodes[0], nodes[0] * nodes[1]];
    (0..3).flat_map(move |axis| {
        let below = (coordinates[axis] > 0).then(|| node - strides[axis]);
        let above = (coordinates[axis] + 1 < nodes[axis]).then(|| node + strides[axis]);
        below.into_iter().chain(above)
    })
}
