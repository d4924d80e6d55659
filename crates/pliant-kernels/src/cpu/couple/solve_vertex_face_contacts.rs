//! CPU implementation of `shaders/couple/solve_vertex_face_contacts.comp`.

use super::static_colors::rows;
use super::vertex_face::{SamplePoints, Triangle, VertexFace, position_of};
use crate::cpu::coupled::copy_of;
use crate::cpu::friction::{combine, friction, resting};
use crate::cpu::math::xyz;
use crate::memory::Shared;
use crate::views::view::SolveVertexFaceContacts;
use glam::{Mat3, Quat, Vec3};
use pliant_passes::types::{FEATURE_JACOBI, LargeTriangle, MOST_VERTEX_FACES, NONE, Pose};
use std::ops::Range;

pub(crate) fn solve_vertex_face_contacts(
    pass: &SolveVertexFaceContacts<'_>,
    invocations: Range<usize>,
) {
    let params = pass.params;
    let colors = [params.first_color, params.colors];
    for i in rows(pass.color_starts, colors, pass.features, invocations) {
        let triangle = &pass.large_triangles[i];
        let samples = samples(pass);
        let points = pass.vertex_faces[i].into_iter().enumerate();
        for (k, point) in points.take_while(|(_, point)| *point != NONE) {
            let row = MOST_VERTEX_FACES as usize * i + k;
            pass.impulses.update(row, |impulse| impulse.weight = 0.0);
            if let Some(contact) = samples.vertex_face(&placed(pass, triangle), point as usize) {
                solve_contact(pass, triangle, &contact, row);
            }
        }
    }
}

fn samples<'a>(pass: &SolveVertexFaceContacts<'a>) -> SamplePoints<'a> {
    SamplePoints {
        points: pass.sample_points,
        poses: pass.poses,
        params: pass.params,
    }
}

/// A triangle with the displacements that contacts before have left.
fn placed(pass: &SolveVertexFaceContacts<'_>, triangle: &LargeTriangle) -> Triangle {
    let corners = triangle.corners.map(|p| p as usize);
    Triangle {
        corners: corners.map(|p| xyz(pass.position[p])),
        displacements: corners.map(|p| pass.displacement.xyz(p)),
        half_thickness: pass.bodies[triangle.body as usize].half_thickness,
    }
}

/// Solves one contact, with friction, and writes the impulse on the body to a row.
fn solve_contact(
    pass: &SolveVertexFaceContacts<'_>,
    triangle: &LargeTriangle,
    contact: &VertexFace,
    row: usize,
) {
    let point = &pass.sample_points[contact.point];
    let collider = &pass.colliders[point.collider as usize];
    let [then, now] = samples(pass).poses_of(point);
    let body = collider.rigid as usize;
    let (mut copy, mut arm) = (copy_of(0.0, Mat3::ZERO, 0), Vec3::ZERO);
    if collider.rigid != NONE {
        let (state, step) = (&pass.states[body], &pass.steps[body]);
        let weight = pass.sums[body].weight;
        copy = copy_of(step.inverse_mass, step.inverse_inertia(), weight);
        let center = Vec3::from(state.position) + Vec3::from(step.displacement);
        arm = position_of(point, &now) - center - point.radius * contact.normal;
    }
    let rotated = |pose: &Pose| Quat::from_array(pose.rotation) * Vec3::from(point.position);
    let displacement = Vec3::from(now.translation) - Vec3::from(then.translation);
    let (mut w, mut relative) = (0.0, rotated(&then) - rotated(&now) - displacement);
    for k in 0..3 {
        let p = triangle.corners[k] as usize;
        w += pass.velocity[p][3] * contact.weights[k] * contact.weights[k];
        relative += contact.weights[k] * pass.displacement.xyz(p);
    }
    let inverse_mass = w + copy.inverse_mass_along(arm, contact.normal);
    if inverse_mass == 0.0 {
        return;
    }
    let lambda = -contact.separation / inverse_mass;
    let mut impulse = -lambda * contact.normal;
    let sliding = relative - relative.dot(contact.normal) * contact.normal;
    let l = sliding.length();
    if l > 0.0 {
        let own = pass.bodies[triangle.body as usize].coefficients;
        let pair = resting(combine(own, collider.coefficients));
        let target = -sliding / (w + copy.inverse_mass_along(arm, sliding / l));
        impulse += friction(pair, target, lambda);
    }
    move_corners(pass, triangle, contact.weights, impulse);
    pass.impulses.update(row, |by| {
        by.impulse = (-impulse).to_array();
        by.angular_impulse = (-arm.cross(impulse)).to_array();
    });
}

/// Applies an impulse to the corners of a triangle.
fn move_corners(
    pass: &SolveVertexFaceContacts<'_>,
    triangle: &LargeTriangle,
    weights: Vec3,
    impulse: Vec3,
) {
    for k in 0..3 {
        let p = triangle.corners[k] as usize;
        let d = pass.velocity[p][3] * weights[k] * impulse;
        let add = |to: &Shared<'_, [f32; 4]>| to.set_xyz(p, to.xyz(p) + d);
        add(&pass.displacement);
        if pass.features & FEATURE_JACOBI != 0 {
            add(&pass.displacement_before);
            add(&pass.current_position);
        }
    }
}
