//! CPU implementation of `shaders/solve/solve_volumes.comp`.

use super::constraint::Rows;
use crate::views::view::SolveVolumes;
use pliant_passes::types::Volume;

pub(crate) fn solve_volumes(pass: &SolveVolumes<'_>, own: usize) {
    let rows = Rows::new(&pass.rows, &pass.params, pass.features);
    rows.run(own, |at| project(&rows, at, &pass.volumes[at]));
}

/// C = V − rest.
fn project(rows: &Rows<'_>, at: usize, volume: &Volume) {
    let corners = [volume.a, volume.b, volume.c, volume.d].map(|p| rows.corner(p));
    let edge = [1, 2, 3].map(|k| rows.edge_to(&corners[0], &corners[k]));
    let [b, c, d] = [0, 1, 2].map(|k| edge[(k + 1) % 3].cross(edge[(k + 2) % 3]) / 6.0);
    let excess = b.dot(edge[0]) - volume.rest;
    rows.solve_row(
        at,
        &corners,
        &[-(b + c + d), b, c, d],
        excess,
        volume.material,
    );
}
