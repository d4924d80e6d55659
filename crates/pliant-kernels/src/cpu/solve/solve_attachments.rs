//! CPU implementation of `shaders/solve/solve_attachments.comp`.

use super::constraint::{Corner, Rows};
use crate::views::view::SolveAttachments;
use glam::Vec3;
use pliant_passes::types::{Attachment, NONE};

pub(crate) fn solve_attachments(pass: &SolveAttachments<'_>, own: usize) {
    let rows = Rows::new(&pass.rows, &pass.params, pass.features);
    rows.run(own, |at| project(&rows, at, &pass.attachments[at]));
}

/// C = Σ weight x − target, a row for each axis [MMC16, eqs 18, 26].
fn project(rows: &Rows<'_>, at: usize, a: &Attachment) {
    let particles = a.own.into_iter().chain(a.other);
    let weights = a.own_weights.into_iter().chain(a.other_weights);
    let corners: Vec<(usize, Corner, f32)> = particles
        .zip(weights)
        .enumerate()
        .filter(|(_, (particle, _))| *particle != NONE)
        .map(|(k, (particle, weight))| (k, rows.corner(particle), weight))
        .collect();
    let old_lambda = Vec3::from([0, 1, 2].map(|axis| rows.load_lambda(3 * at + axis)));
    let [r, change] = solve(rows, a, &corners, old_lambda);
    for axis in 0..3 {
        rows.store_residual(3 * at + axis, r[axis]);
        rows.store_lambda(3 * at + axis, old_lambda[axis], change[axis]);
    }
    let lambda = if rows.writes_forces() {
        old_lambda
    } else {
        change
    };
    for (k, corner, weight) in &corners {
        rows.apply_correction(8 * at + k, corner, *weight * lambda);
    }
}

/// The residuals and Δλ of the three rows.
fn solve(
    rows: &Rows<'_>,
    a: &Attachment,
    corners: &[(usize, Corner, f32)],
    old_lambda: Vec3,
) -> [Vec3; 2] {
    let start = |corner: &Corner| Vec3::from_slice(&rows.position(corner.particle)[..3]);
    let origin = start(&corners[0].1);
    let mut separation = -Vec3::from(a.offset);
    let mut relative_displacement = -Vec3::from(a.target_displacement);
    let mut w = 0.0;
    for (_, corner, weight) in corners {
        separation += *weight * ((start(corner) - origin) + corner.displacement);
        relative_displacement += *weight * corner.displacement;
        w += corner.w * (weight * weight);
    }
    let mut material = rows.material(a.material);
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
        rows.relaxation(corners, compliance) * material.stiffness / denominator
    } else {
        0.0
    };
    [r, scale * r]
}
