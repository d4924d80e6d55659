//! CPU implementation of `shaders/solve/solve_bending.comp`.

use super::constraint::Rows;
use crate::cpu::hinge::bend;
use crate::cpu::math::wrap_angle;
use crate::views::view::SolveBending;
use pliant_passes::types::Hinge;

pub(crate) fn solve_bending(pass: &SolveBending<'_>, own: usize) {
    let rows = Rows::new(&pass.rows, &pass.params, pass.features);
    rows.run(own, |at| project(&rows, at, &pass.hinges[at]));
}

/// C = φ − rest.
fn project(rows: &Rows<'_>, at: usize, hinge: &Hinge) {
    let corners = [hinge.a, hinge.b, hinge.c, hinge.d].map(|p| rows.corner(p));
    let b = bend(corners.map(|c| rows.edge_to(&corners[0], &c))).unwrap_or_default();
    let c = wrap_angle(b.angle - hinge.rest);
    rows.solve_row(at, &corners, &b.gradient, c, hinge.material);
}
