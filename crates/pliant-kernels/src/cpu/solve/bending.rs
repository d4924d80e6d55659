//! Twin of `shaders/solve/bending.comp`.

use super::constraint::{Corner, Rows, rows};
use crate::cpu::hinge::{Bend, bend};
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
    let change = change(rows, hinge, &corners, &b, held);
    rows.keep(at, held, change);
    let lambda = if rows.forces() { held } else { change };
    for (k, corner) in corners.iter().enumerate() {
        rows.give(4 * at + k, corner, lambda * b.gradient[k]);
    }
}

fn change(rows: &Rows<'_>, hinge: &Hinge, corners: &[Corner; 4], b: &Bend, held: f32) -> f32 {
    let of = |f: &dyn Fn(usize) -> f32| (0..4).map(f).sum::<f32>();
    let w = of(&|k| corners[k].w * b.gradient[k].length_squared());
    if w == 0.0 {
        return 0.0;
    }
    let damped = of(&|k| b.gradient[k].dot(corners[k].moved));
    let material = rows.materials[hinge.material as usize];
    let r =
        -wrap_angle(b.angle - hinge.rest) - material.compliance * held - material.damping * damped;
    rows.params.relaxation * material.stiffness * r
        / ((1.0 + material.damping) * w + material.compliance)
}
