//! Embeds vertices in tetrahedra.

use super::cut::Solid;
use super::faces::Faces;
use super::grid::Grid;
use super::quality::determinant;
use super::surface::Surface;
use crate::bodies::body::Embedded;
use glam::DVec3;

/// Smallest weight that counts as inside.
const BARELY: f64 = -1e-6;

/// Embeds each of `points`, in lattice space, in its tetrahedron or else in the nearest one. Also returns how many points
/// are more than a cell away from all tetrahedra.
pub(super) fn embed(
    grid: &Grid,
    solid: &Solid,
    faces: &Faces,
    points: &[DVec3],
) -> (Vec<Embedded>, usize) {
    let bins = Bins::of(grid, solid);
    let boundary = &faces.boundary;
    let triangles: Vec<[u32; 3]> = boundary.iter().map(|(face, _)| *face).collect();
    let skin = Surface::new(&solid.nodes, &triangles);
    let mut far = 0;
    let ride = |&point: &DVec3| {
        let around = bins.at(grid, point).iter().map(|&t| t as usize);
        let inside = around
            .map(|t| (t, weights(&solid.corners(t), point)))
            .map(|(t, w)| (w.into_iter().fold(f64::INFINITY, f64::min), t, w))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(least, ..)| *least >= BARELY);
        let (tetrahedron, weights) = if let Some((_, t, w)) = inside {
            (t, w)
        } else {
            let hit = skin.nearest(point, f64::INFINITY);
            far += usize::from(hit.is_none_or(|hit| hit.distance > 1.0));
            let t = hit.map_or(0, |hit| boundary[hit.triangle as usize].1);
            (t, weights(&solid.corners(t), point))
        };
        Embedded {
            nodes: solid.tetrahedra[tetrahedron],
            weights: weights.map(|w| w as f32),
        }
    };
    let embedding = points.iter().map(ride).collect();
    (embedding, far)
}

/// Barycentric coordinates.
fn weights(&[a, b, c, d]: &[DVec3; 4], p: DVec3) -> [f64; 4] {
    let all = determinant(&[a, b, c, d]);
    let [v, w, x] = [[a, p, c, d], [a, b, p, d], [a, b, c, p]].map(|t| determinant(&t) / all);
    [1.0 - v - w - x, v, w, x]
}

/// For each cell the tetrahedra whose boxes overlap it.
struct Bins {
    starts: Vec<u32>,
    tetrahedra: Vec<u32>,
}

impl Bins {
    fn of(grid: &Grid, solid: &Solid) -> Self {
        let mut starts = vec![0; grid.cells.iter().product::<usize>() + 1];
        for_each_cell(grid, solid, |cell, _| starts[cell + 1] += 1);
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let mut ends = starts.clone();
        let mut tetrahedra = vec![0; starts.last().map_or(0, |&end| end as usize)];
        for_each_cell(grid, solid, |cell, tetrahedron| {
            tetrahedra[ends[cell] as usize] = tetrahedron;
            ends[cell] += 1;
        });
        Self { starts, tetrahedra }
    }

    fn at(&self, grid: &Grid, point: DVec3) -> &[u32] {
        let cell = number(grid, grid.cell(point));
        &self.tetrahedra[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

fn number(grid: &Grid, [i, j, k]: [usize; 3]) -> usize {
    i + grid.cells[0] * (j + grid.cells[1] * k)
}

/// Calls `visit` with each pair of a cell and a tetrahedron that overlap.
fn for_each_cell(grid: &Grid, solid: &Solid, mut visit: impl FnMut(usize, u32)) {
    // Most tetrahedra fill a cell from side to side; without the margin they would count for its neighbours too.
    let margin = DVec3::splat(1e-7);
    for (at, tetrahedron) in (0..).zip(0..solid.tetrahedra.len()) {
        let [a, b, c, d] = solid.corners(tetrahedron);
        let low = grid.cell(a.min(b).min(c).min(d) + margin);
        let high = grid.cell(a.max(b).max(c).max(d) - margin);
        for k in low[2]..=high[2] {
            for j in low[1]..=high[1] {
                for i in low[0]..=high[0] {
                    visit(number(grid, [i, j, k]), at);
                }
            }
        }
    }
}
