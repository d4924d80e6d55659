//! CPU implementation of `shaders/couple/solve_rigid_attachments.comp`.

use super::static_colors::rows;
use crate::cpu::math::{cross_matrix, xyz};
use crate::cpu::rotation::rotated;
use crate::memory::Shared;
use crate::views::view::SolveRigidAttachments;
use glam::{Mat3, Quat, Vec3};
use pliant_passes::types::{FEATURE_JACOBI, NONE, RigidAttachment};
use std::ops::Range;

pub(crate) fn solve_rigid_attachments(pass: &SolveRigidAttachments<'_>, invocations: Range<usize>) {
    let colors = [pass.params.first_color, pass.params.colors];
    for i in rows(pass.color_starts, colors, pass.features, invocations) {
        solve(pass, i);
    }
}

/// The particles of an attachment and their weights.
fn own(a: &RigidAttachment) -> impl Iterator<Item = (usize, f32)> {
    let there = a.own.into_iter().zip(a.weights);
    there
        .filter(|(particle, _)| *particle != NONE)
        .map(|(particle, weight)| (particle as usize, weight))
}

/// Separation of the two ends, its change in the substep, and the inverse mass of the particles.
fn ends(pass: &SolveRigidAttachments<'_>, a: &RigidAttachment, arm: Vec3) -> (Vec3, Vec3, f32) {
    let (state, step) = (
        &pass.states[a.body as usize],
        pass.steps.get(a.body as usize),
    );
    let before = Quat::from_array(state.rotation) * Vec3::from(a.local);
    let displacement = Vec3::from(step.displacement);
    let mut separation = -(displacement + arm);
    let mut approach = -(displacement + (arm - before));
    let mut w = 0.0;
    for (p, weight) in own(a) {
        let seen = xyz(pass.position[p]) - Vec3::from(state.position);
        separation += weight * (seen + pass.displacement.xyz(p));
        approach += weight * pass.displacement.xyz(p);
        w += weight * weight * pass.velocity[p][3];
    }
    (separation, approach, w)
}

fn solve(pass: &SolveRigidAttachments<'_>, i: usize) {
    let a = &pass.attachments[i];
    let body = a.body as usize;
    let rotation = Quat::from_array(pass.states[body].rotation);
    let mut step = pass.steps.get(body);
    let arm = rotated(step.rotation.into(), rotation) * Vec3::from(a.local);
    let (separation, approach, w) = ends(pass, a, arm);
    let material = &pass.materials[a.material as usize];
    let old_lambda = pass.params.keep * Vec3::from(pass.lambdas.get(i));
    let residual = -separation - material.compliance * old_lambda - material.damping * approach;
    let inverse_body = step.inverse_inertia();
    let linear = Mat3::from_diagonal(Vec3::splat(w + step.inverse_mass));
    let inverse_mass = linear - cross_matrix(arm) * inverse_body * cross_matrix(arm);
    let row = inverse_mass * (1.0 + material.damping)
        + Mat3::from_diagonal(Vec3::splat(material.compliance));
    let change = if row.determinant() > 0.0 {
        material.stiffness * (row.inverse() * residual)
    } else {
        Vec3::ZERO
    };
    pull(pass, a, change);
    let angular_impulse = -arm.cross(change);
    step.displacement = (Vec3::from(step.displacement) - step.inverse_mass * change).to_array();
    step.angular_impulse = (Vec3::from(step.angular_impulse) + angular_impulse).to_array();
    step.rotation = (Vec3::from(step.rotation) + inverse_body * angular_impulse).to_array();
    pass.steps.set(body, step);
    let lambda = (old_lambda + change).to_array();
    pass.lambdas.set(i, lambda);
    let correction = pass.params.first_correction as usize + i;
    pass.correction.set(correction, lambda);
}

/// Applies λ to the particles.
fn pull(pass: &SolveRigidAttachments<'_>, a: &RigidAttachment, lambda: Vec3) {
    for (p, weight) in own(a) {
        let d = pass.velocity[p][3] * weight * lambda;
        let add = |to: &Shared<'_, [f32; 4]>| to.set_xyz(p, to.xyz(p) + d);
        add(&pass.displacement);
        if pass.features & FEATURE_JACOBI != 0 {
            add(&pass.displacement_before);
            add(&pass.current_position);
        }
    }
}
