//! CPU implementation of `shaders/solve/solve_bending.comp`.

use super::constraint::{Rows, rows};
use crate::cpu::hinge::bend;
use crate::cpu::math::wrap_angle;
use crate::views::view::SolveBending;
use pliant_passes::types::Hinge;

rows!(SolveBending);

pub(crate) fn solve_bending(pass: &SolveBending<'_>, own: usize) {
    pass.run(own, |at| project(pass, at, &pass.hinges[at]));
}

/// C = φ − rest.
fn project(pass: &SolveBending<'_>, at: usize, hinge: &Hinge) {
    let corners = [hinge.a, hinge.b, hinge.c, hinge.d].map(|p| pass.corner(p));
    let b = bend(corners.map(|c| pass.edge_to(&corners[0], &c))).unwrap_or_default();
    let c = wrap_angle(b.angle - hinge.rest);
    pass.solve_row(at, &corners, &b.gradient, c, hinge.material);
}
