//! Twin of `shaders/solve/bending_jacobi.comp`.

use crate::cpu::hinge::{Bend, bend};
use crate::cpu::math::{wrap_angle, xyz};
use crate::passes::view::BendingJacobi;
use crate::types::Hinge;
use glam::Vec3;

pub(crate) fn bending_jacobi(pass: BendingJacobi<'_>) {
    for at in 0..pass.params.count as usize {
        let hinge = pass.hinges[at];
        let corners = [hinge.a, hinge.b, hinge.c, hinge.d].map(|c| c as usize);
        let held = pass.params.keep * pass.lambda[at];
        let momentum = held - pass.params.keep_before * pass.before[at];
        let b = bend(corners.map(|c| xyz(pass.position[c])));
        let change = b
            .as_ref()
            .map_or(0.0, |b| change(&pass, hinge, corners, b, held));
        pass.before[at] = held + pass.params.omega * change + (pass.params.omega - 1.0) * momentum;
        for k in 0..4 {
            pass.push[4 * at + k] = b.map_or(Vec3::ZERO, |b| change * b.gradient[k]).to_array();
        }
    }
}

fn change(pass: &BendingJacobi<'_>, hinge: Hinge, corners: [usize; 4], b: &Bend, held: f32) -> f32 {
    let material = pass.materials[hinge.material as usize];
    let x = corners.map(|c| pass.position[c]);
    let w: f32 = (0..4)
        .map(|k| x[k][3] * b.gradient[k].length_squared())
        .sum();
    if w == 0.0 {
        return 0.0;
    }
    let moved: f32 = (0..4)
        .map(|k| b.gradient[k].dot(xyz(x[k]) - xyz(pass.previous[corners[k]])))
        .sum();
    let r =
        -wrap_angle(b.angle - hinge.rest) - material.compliance * held - material.damping * moved;
    pass.params.relaxation * material.stiffness * r
        / ((1.0 + material.damping) * w + material.compliance)
}
