//! CPU implementation of `shaders/solve/solve_attachments.comp`.

use super::constraint::{Corner, Rows, rows};
use crate::views::view::SolveAttachments;
use glam::Vec3;
use pliant_passes::types::{Attachment, NONE};

rows!(SolveAttachments);

pub(crate) fn solve_attachments(pass: &SolveAttachments<'_>, own: usize) {
    pass.run(own, |at| project(pass, at, &pass.attachments[at]));
}

/// C = Σ weight x − target, a row for each axis [MMC16, eqs 18, 26].
fn project(pass: &SolveAttachments<'_>, at: usize, a: &Attachment) {
    let particles = a.own.into_iter().chain(a.other);
    let weights = a.own_weights.into_iter().chain(a.other_weights);
    let corners: Vec<(usize, Corner, f32)> = particles
        .zip(weights)
        .enumerate()
        .filter(|(_, (particle, _))| *particle != NONE)
        .map(|(k, (particle, weight))| (k, pass.corner(particle), weight))
        .collect();
    let old_lambda = Vec3::from([0, 1, 2].map(|axis| pass.load_lambda(3 * at + axis)));
    let [r, change] = solve(pass, a, &corners, old_lambda);
    for axis in 0..3 {
        pass.store_residual(3 * at + axis, r[axis]);
        pass.store_lambda(3 * at + axis, old_lambda[axis], change[axis]);
    }
    let lambda = if pass.writes_forces() {
        old_lambda
    } else {
        change
    };
    for (k, corner, weight) in &corners {
        pass.apply_correction(8 * at + k, corner, *weight * lambda);
    }
}

/// The residuals and Δλ of the three pass.
fn solve(
    pass: &SolveAttachments<'_>,
    a: &Attachment,
    corners: &[(usize, Corner, f32)],
    old_lambda: Vec3,
) -> [Vec3; 2] {
    let start = |corner: &Corner| Vec3::from_slice(&pass.position[corner.particle as usize][..3]);
    let origin = start(&corners[0].1);
    let mut separation = -Vec3::from(a.offset);
    let mut relative_displacement = -Vec3::from(a.target_displacement);
    let mut w = 0.0;
    for (_, corner, weight) in corners {
        separation += *weight * ((start(corner) - origin) + corner.displacement);
        relative_displacement += *weight * corner.displacement;
        w += corner.w * (weight * weight);
    }
    let mut material = pass.materials[a.material as usize];
    material.compliance *= 1.0 + a.extra_compliance;
    material.damping *= 1.0 + a.extra_compliance;
    let r =
        -separation - material.compliance * old_lambda - material.damping * relative_displacement;
    let denominator = (1.0 + material.damping) * w + material.compliance;
    let scale = if w > 0.0 {
        let corners = corners
            .iter()
            .map(|(_, corner, weight)| (corner, weight * weight));
        let compliance = material.compliance / (1.0 + material.damping);
        pass.relaxation(corners, compliance) * material.stiffness / denominator
    } else {
        0.0
    };
    [r, scale * r]
}
