//! Twin of `shaders/solve/bending.comp`.

use super::constraint::{Rows, rows};
use crate::cpu::hinge::bend;
use crate::cpu::math::wrap_angle;
use crate::passes::view::Bending;
use crate::types::Hinge;

pub(crate) fn bending(pass: Bending<'_>) {
    let hinges = pass.hinges;
    rows!(pass).run(|rows, at| project(rows, at, &hinges[at]));
}

/// C = φ − rest [MMC16, eqs 18, 26].
fn project(rows: &mut Rows<'_>, at: usize, hinge: &Hinge) {
    let corners = [hinge.a, hinge.b, hinge.c, hinge.d].map(|p| rows.corner(p));
    let b = bend(corners.map(|c| c.x)).unwrap_or_default();
    let held = rows.held(at);
    let w = (0..4)
        .map(|k| corners[k].w * b.gradient[k].length_squared())
        .sum::<f32>();
    let material = rows.materials[hinge.material as usize];
    let damped = (0..4)
        .map(|k| b.gradient[k].dot(corners[k].moved))
        .sum::<f32>();
    let r =
        -wrap_angle(b.angle - hinge.rest) - material.compliance * held - material.damping * damped;
    let row = (1.0 + material.damping) * w + material.compliance;
    let change = if w > 0.0 {
        rows.params.relaxation * material.stiffness * r / row
    } else {
        0.0
    };
    rows.leave_open(at, r);
    rows.keep(at, held, change);
    let lambda = if rows.forces() { held } else { change };
    for (k, corner) in corners.iter().enumerate() {
        rows.give(4 * at + k, corner, lambda * b.gradient[k]);
    }
}
