//! CPU implementation of `shaders/solve/solve_bending.comp`.

use super::constraint::{Rows, rows};
use crate::cpu::hinge::bend;
use crate::cpu::math::wrap_angle;
use pliant_passes::passes::view::SolveBending;
use pliant_passes::types::Hinge;

pub(crate) fn solve_bending(pass: SolveBending<'_>) {
    let hinges = pass.hinges;
    rows!(pass).run(|rows, at| project(rows, at, &hinges[at]));
}

/// C = φ − rest.
fn project(rows: &mut Rows<'_>, at: usize, hinge: &Hinge) {
    let corners = [hinge.a, hinge.b, hinge.c, hinge.d].map(|p| rows.corner(p));
    let b = bend(corners.map(|c| rows.between(&corners[0], &c))).unwrap_or_default();
    let c = wrap_angle(b.angle - hinge.rest);
    rows.solve_row(at, &corners, &b.gradient, c, hinge.material);
}
