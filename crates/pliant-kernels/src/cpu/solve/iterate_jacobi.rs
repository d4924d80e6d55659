//! CPU implementation of `shaders/solve/iterate_jacobi.comp`.

use super::constraint::row_relaxation;
use super::{other, slots_of};
use crate::cpu::math::{with_w, xyz};
use crate::views::view::IterateJacobi;
use glam::Vec3;
use pliant_passes::types::{FEATURE_CORNERS, MATERIALS};

pub(crate) fn iterate_jacobi(pass: &IterateJacobi<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let mut sum = Vec3::ZERO;
    for at in slots_of(pass.slices, i) {
        sum += link_correction(pass, i, at);
    }
    if pass.features & FEATURE_CORNERS != 0 {
        let corners = pass.corner_starts[i] as usize..pass.corner_starts[i + 1] as usize;
        sum += pass
            .corners
            .range(corners)
            .iter()
            .map(|&corner| Vec3::from(pass.correction[corner as usize]))
            .sum::<Vec3>();
    }
    let (d, w) = (xyz(pass.displacement[i]), pass.current_position[i][3]);
    let momentum = d - pass.displacement_before.xyz(i);
    let next = d + params.omega * pass.velocity[i][3] * sum + (params.omega - 1.0) * momentum;
    pass.displacement_before.set(i, with_w(next, w));
    pass.next_position
        .set(i, with_w(xyz(pass.position[i]) + next, w));
}

/// The correction of particle i by the link in slot `at`, for w = 1 (docs/method.md §8).
fn link_correction(pass: &IterateJacobi<'_>, i: usize, at: usize) -> Vec3 {
    let params = pass.params;
    let slot = pass.slots[at];
    let far_end = other(slot.other);
    let material_index = MATERIALS * pass.body_of[i] + (slot.other >> 30);
    let material = pass.materials[material_index as usize];
    let (x, y) = (
        xyz(pass.current_position[i]),
        xyz(pass.current_position[far_end]),
    );
    let d = x - y;
    let length = d.length();
    let n = if length > 0.0 { d * (1.0 / length) } else { d };
    let scaled = |keep: f32, lambda: f32| if keep == 0.0 { 0.0 } else { lambda };
    let old_lambda = scaled(params.keep_lambda, pass.lambda[at]);
    let older_lambda = scaled(params.keep_lambda_before, pass.lambda_before.get(at));
    let relative_displacement = if material.damping == 0.0 {
        0.0
    } else {
        n.dot(xyz(pass.displacement[i]) - xyz(pass.displacement[far_end]))
    };
    let r = slot.rest
        - length
        - material.compliance * old_lambda
        - material.damping * relative_displacement;
    let w = pass.current_position[i][3] + pass.current_position[far_end][3];
    let unsplit = pass.velocity[i][3] + pass.velocity[far_end][3];
    let denominator = (1.0 + material.damping) * w + material.compliance;
    let change = if w > 0.0 {
        let compliance = material.compliance / (1.0 + material.damping);
        let relaxation = row_relaxation(&params, w, unsplit, compliance);
        relaxation * material.stiffness * r / denominator
    } else {
        0.0
    };
    pass.lambda_before.set(
        at,
        old_lambda + params.omega * change + (params.omega - 1.0) * (old_lambda - older_lambda),
    );
    change * n
}
