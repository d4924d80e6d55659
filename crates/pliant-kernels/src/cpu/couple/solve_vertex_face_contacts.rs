//! CPU implementation of `shaders/couple/solve_vertex_face_contacts.comp`.

use super::Copy;
use crate::cpu::couple::apply_rigid_impulses::apply_impulse;
use crate::cpu::couple::sum_rigid_impulses::{add_impulse, add_weight};
use crate::cpu::couple::take_impulse;
use crate::cpu::filter::filters_allow;
use crate::cpu::friction::{combine, friction, resting};
use crate::cpu::math::xyz;
use crate::memory::Shared;
use crate::views::view::SolveVertexFaceContacts;
use glam::{Mat3, Quat, Vec3};
use pliant_passes::types::{
    CoupledSum, FEATURE_JACOBI, LargeTriangle, MOST_VERTEX_FACES, NONE, Pose, SamplePoint,
    SampledCollider, WEIGHT_ONE, WORKGROUP,
};

pub(crate) fn solve_vertex_face_contacts(pass: &SolveVertexFaceContacts<'_>, _workgroup: usize) {
    for color in 0..pass.params.colors as usize {
        let [first, end] = [0, 1].map(|k| pass.color_starts[color + k] as usize);
        for first in (first..end).step_by(WORKGROUP as usize) {
            let share = first..end.min(first + WORKGROUP as usize);
            let found: Vec<(usize, Vec<usize>)> = share.map(|i| (i, find(pass, i))).collect();
            for (i, sample_points) in found {
                for point in sample_points {
                    let triangle = &pass.large_triangles[i];
                    if let Some(contact) = vertex_face(pass, triangle, point) {
                        solve_contact(pass, triangle, &contact);
                    }
                }
            }
            apply_impulses(pass);
        }
    }
}

struct VertexFace {
    point: usize,
    normal: Vec3,
    weights: Vec3,
    separation: f32,
}

/// A sample point in the world.
fn position_of(point: &SamplePoint, pose: &Pose) -> Vec3 {
    Vec3::from(pose.translation) + pose.turn(point.place.into())
}

/// The poses of a sample point's collider at the start of the substep and at its end.
fn poses(pass: &SolveVertexFaceContacts<'_>, point: &SamplePoint) -> [Pose; 2] {
    let now = pass.params.first_pose + point.collider;
    [now - pass.params.colliders, now].map(|at| pass.poses[at as usize])
}

fn vertex_face(
    pass: &SolveVertexFaceContacts<'_>,
    triangle: &LargeTriangle,
    at: usize,
) -> Option<VertexFace> {
    let point = &pass.sample_points[at];
    let [then, now] = poses(pass, point);
    let corners = triangle.corners.map(|p| xyz(pass.position[p as usize]));
    let displacement = triangle.corners.map(|p| pass.displacement.xyz(p as usize));
    let first = corners[0];
    let [b, c] = [corners[1] - first, corners[2] - first];
    let from = position_of(point, &then) - first;
    let side = if b.cross(c).dot(from) < 0.0 {
        -1.0
    } else {
        1.0
    };
    let [b, c] = [
        b + (displacement[1] - displacement[0]),
        c + (displacement[2] - displacement[0]),
    ];
    let to = position_of(point, &now) - first - displacement[0];
    let area = b.cross(c);
    let size = area.length_squared();
    if size == 0.0 {
        return None;
    }
    let [x, y] = [to.cross(c).dot(area) / size, b.cross(to).dot(area) / size];
    let normal = side / size.sqrt() * area;
    let separation =
        normal.dot(to) - point.radius - pass.bodies[triangle.body as usize].half_thickness;
    let weights = Vec3::new(1.0 - x - y, x, y);
    (separation < 0.0 && weights.min_element() >= 0.0).then_some(VertexFace {
        point: at,
        normal,
        weights,
        separation,
    })
}

/// Whether a collider is so far away that none of its sample points can be beyond the triangle.
fn is_far(
    pass: &SolveVertexFaceContacts<'_>,
    triangle: &LargeTriangle,
    near: &SampledCollider,
) -> bool {
    let at = |p: u32| xyz(pass.position[p as usize]) + pass.displacement.xyz(p as usize);
    let [a, b, c] = triangle.corners.map(at);
    let pose = &pass.poses[(pass.params.first_pose + near.collider) as usize];
    let margin =
        pass.bodies[triangle.body as usize].half_thickness + b.distance(a).max(c.distance(a));
    Vec3::from(pose.translation).distance(a) > near.extent + margin
}

/// The deepest sample points beyond a triangle.
fn find(pass: &SolveVertexFaceContacts<'_>, i: usize) -> Vec<usize> {
    let triangle = &pass.large_triangles[i];
    let filters = pass.bodies[triangle.body as usize].filters;
    let filters_allow = |near: &&SampledCollider| {
        let collider = &pass.colliders[near.collider as usize];
        filters_allow(filters, collider.filters) && !is_far(pass, triangle, near)
    };
    let near = pass
        .sampled_colliders
        .range(0..pass.params.sampled_colliders as usize)
        .iter()
        .filter(filters_allow);
    let mut vertex_faces: Vec<VertexFace> = near
        .flat_map(|near| near.first..near.first + near.count)
        .filter_map(|at| vertex_face(pass, triangle, at as usize))
        .collect();
    vertex_faces.sort_by(|a, b| a.separation.total_cmp(&b.separation));
    vertex_faces.truncate(MOST_VERTEX_FACES as usize);
    for contact in &vertex_faces {
        let body = pass.colliders[pass.sample_points[contact.point].collider as usize].rigid;
        if body != NONE {
            add_weight(&pass.sums, body as usize, WEIGHT_ONE);
        }
    }
    vertex_faces
        .into_iter()
        .map(|contact| contact.point)
        .collect()
}

fn solve_contact(
    pass: &SolveVertexFaceContacts<'_>,
    triangle: &LargeTriangle,
    contact: &VertexFace,
) {
    let point = &pass.sample_points[contact.point];
    let collider = &pass.colliders[point.collider as usize];
    let [then, now] = poses(pass, point);
    let body = collider.rigid as usize;
    let (mut copy, mut arm) = (Copy::new(0.0, Mat3::ZERO, 0), Vec3::ZERO);
    if collider.rigid != NONE {
        let (state, step) = (&pass.states[body], pass.steps.get(body));
        let share = pass.sums.get(body).weight;
        copy = Copy::new(step.inverse_mass, step.inverse_inertia(), share);
        let center = Vec3::from(state.position) + Vec3::from(step.displacement);
        arm = position_of(point, &now) - center - point.radius * contact.normal;
    }
    let rotated = |pose: &Pose| Quat::from_array(pose.rotation) * Vec3::from(point.place);
    let displacement = Vec3::from(now.translation) - Vec3::from(then.translation);
    let (mut w, mut relative) = (0.0, rotated(&then) - rotated(&now) - displacement);
    for k in 0..3 {
        let p = triangle.corners[k] as usize;
        w += pass.velocity[p][3] * contact.weights[k] * contact.weights[k];
        relative += contact.weights[k] * pass.displacement.xyz(p);
    }
    let row = w + copy.inverse_mass_along(arm, contact.normal);
    if row == 0.0 {
        return;
    }
    let lambda = -contact.separation / row;
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
    if collider.rigid != NONE {
        let by = [-impulse, -arm.cross(impulse)].map(|v| v.to_array());
        add_impulse(&pass.sums, body, &pass.rigids[body], by);
    }
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

/// Applies the summed impulses to all bodies.
fn apply_impulses(pass: &SolveVertexFaceContacts<'_>) {
    for b in 0..pass.params.bodies as usize {
        let sum = take_impulse(&pass.sums, b, &pass.rigids[b]);
        pass.sums.set(b, CoupledSum::default());
        apply_impulse(&pass.steps, b, sum);
    }
}
