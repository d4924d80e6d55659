//! Twin of `shaders/couple/solve_vertex_face_contacts.comp`.

use super::Copy;
use crate::cpu::couple::apply_rigid_impulses::apply_impulse;
use crate::cpu::couple::sum_rigid_impulses::add_impulse;
use crate::cpu::couple::take_impulse;
use crate::cpu::filter::meets;
use crate::cpu::friction::{combine, friction, resting};
use crate::cpu::math::{set_xyz, xyz};
use glam::{Mat3, Quat, Vec3};
use pliant_passes::passes::view::SolveVertexFaceContacts;
use pliant_passes::types::{
    FEATURE_JACOBI, MOST_POKES, NONE, Patch, Pose, Stud, Studded, WHOLE_SHARE, WORKGROUP,
};

pub(crate) fn solve_vertex_face_contacts(mut pass: SolveVertexFaceContacts<'_>) {
    for color in 0..pass.params.colors as usize {
        let [first, end] = [0, 1].map(|k| pass.color_starts[color + k] as usize);
        for first in (first..end).step_by(WORKGROUP as usize) {
            let share = first..end.min(first + WORKGROUP as usize);
            let found: Vec<(usize, Vec<usize>)> = share.map(|i| (i, find(&mut pass, i))).collect();
            for (i, studs) in found {
                for stud in studs {
                    let patch = pass.patches[i];
                    if let Some(poke) = poked(&pass, &patch, stud) {
                        push_out(&mut pass, &patch, &poke);
                    }
                }
            }
            push_bodies(&mut pass);
        }
    }
}

struct Poke {
    stud: usize,
    normal: Vec3,
    weights: Vec3,
    open: f32,
}

/// Where a sample point is in the world.
fn position_of(stud: &Stud, pose: &Pose) -> Vec3 {
    Vec3::from(pose.translation) + pose.turn(stud.place.into())
}

/// The poses of a stud's collider at the substep's start and at its end.
fn poses(pass: &SolveVertexFaceContacts<'_>, stud: &Stud) -> [Pose; 2] {
    let now = pass.params.first_pose + stud.collider;
    [now - pass.params.colliders, now].map(|at| pass.poses[at as usize])
}

fn poked(pass: &SolveVertexFaceContacts<'_>, patch: &Patch, at: usize) -> Option<Poke> {
    let stud = &pass.studs[at];
    let [then, now] = poses(pass, stud);
    let corners = patch.corners.map(|p| xyz(pass.position[p as usize]));
    let displacement = patch.corners.map(|p| xyz(pass.displacement[p as usize]));
    let first = corners[0];
    let [b, c] = [corners[1] - first, corners[2] - first];
    let from = position_of(stud, &then) - first;
    let side = if b.cross(c).dot(from) < 0.0 {
        -1.0
    } else {
        1.0
    };
    let [b, c] = [
        b + (displacement[1] - displacement[0]),
        c + (displacement[2] - displacement[0]),
    ];
    let to = position_of(stud, &now) - first - displacement[0];
    let area = b.cross(c);
    let size = area.length_squared();
    if size == 0.0 {
        return None;
    }
    let [x, y] = [to.cross(c).dot(area) / size, b.cross(to).dot(area) / size];
    let normal = side / size.sqrt() * area;
    let open = normal.dot(to) - stud.radius - pass.bodies[patch.body as usize].half_thickness;
    let weights = Vec3::new(1.0 - x - y, x, y);
    (open < 0.0 && weights.min_element() >= 0.0).then_some(Poke {
        stud: at,
        normal,
        weights,
        open,
    })
}

/// Whether a collider is so far away that none of its studs can poke.
fn is_far(pass: &SolveVertexFaceContacts<'_>, patch: &Patch, near: &Studded) -> bool {
    let at = |p: u32| xyz(pass.position[p as usize]) + xyz(pass.displacement[p as usize]);
    let [a, b, c] = patch.corners.map(at);
    let pose = &pass.poses[(pass.params.first_pose + near.collider) as usize];
    let reach = pass.bodies[patch.body as usize].half_thickness + b.distance(a).max(c.distance(a));
    Vec3::from(pose.translation).distance(a) > near.extent + reach
}

/// The deepest studs that poke a patch.
fn find(pass: &mut SolveVertexFaceContacts<'_>, i: usize) -> Vec<usize> {
    let patch = pass.patches[i];
    let filters = pass.bodies[patch.body as usize].filters;
    let met = |near: &&Studded| {
        let collider = &pass.colliders[near.collider as usize];
        meets(filters, collider.filters) && !is_far(pass, &patch, near)
    };
    let near = pass.studded[..pass.params.studded as usize]
        .iter()
        .filter(met);
    let mut pokes: Vec<Poke> = near
        .flat_map(|near| near.first..near.first + near.count)
        .filter_map(|at| poked(pass, &patch, at as usize))
        .collect();
    pokes.sort_by(|a, b| a.open.total_cmp(&b.open));
    pokes.truncate(MOST_POKES as usize);
    for poke in &pokes {
        let body = pass.colliders[pass.studs[poke.stud].collider as usize].rigid;
        if body != NONE {
            pass.sums[body as usize].share += WHOLE_SHARE;
        }
    }
    pokes.into_iter().map(|poke| poke.stud).collect()
}

fn push_out(pass: &mut SolveVertexFaceContacts<'_>, patch: &Patch, poke: &Poke) {
    let stud = pass.studs[poke.stud];
    let collider = pass.colliders[stud.collider as usize];
    let [then, now] = poses(pass, &stud);
    let body = collider.rigid as usize;
    let (mut copy, mut arm) = (Copy::new(0.0, Mat3::ZERO, 0), Vec3::ZERO);
    if collider.rigid != NONE {
        let (state, step) = (&pass.states[body], &pass.steps[body]);
        let share = pass.sums[body].share;
        copy = Copy::new(step.inverse_mass, step.inverse_inertia(), share);
        let center = Vec3::from(state.position) + Vec3::from(step.displacement);
        arm = position_of(&stud, &now) - center - stud.radius * poke.normal;
    }
    let turned = |pose: &Pose| Quat::from_array(pose.rotation) * Vec3::from(stud.place);
    let gone = Vec3::from(now.translation) - Vec3::from(then.translation);
    let (mut w, mut past) = (0.0, turned(&then) - turned(&now) - gone);
    for k in 0..3 {
        let p = patch.corners[k] as usize;
        w += pass.velocity[p][3] * poke.weights[k] * poke.weights[k];
        past += poke.weights[k] * xyz(pass.displacement[p]);
    }
    let row = w + copy.yields(arm, poke.normal);
    if row == 0.0 {
        return;
    }
    let lambda = -poke.open / row;
    let mut push = -lambda * poke.normal;
    let sliding = past - past.dot(poke.normal) * poke.normal;
    let l = sliding.length();
    if l > 0.0 {
        let own = pass.bodies[patch.body as usize].coefficients;
        let pair = resting(combine(own, collider.coefficients));
        let wanted = -sliding / (w + copy.yields(arm, sliding / l));
        push += friction(pair, wanted, lambda);
    }
    shift(pass, patch, poke.weights, push);
    if collider.rigid != NONE {
        let by = [-push, -arm.cross(push)].map(|v| v.to_array());
        add_impulse(&mut pass.sums[body], &pass.rigids[body], by);
    }
}

/// Moves the corners of a patch.
fn shift(pass: &mut SolveVertexFaceContacts<'_>, patch: &Patch, weights: Vec3, push: Vec3) {
    for k in 0..3 {
        let p = patch.corners[k] as usize;
        let d = pass.velocity[p][3] * weights[k] * push;
        let add = |v: &mut [f32; 4]| set_xyz(v, xyz(*v) + d);
        add(&mut pass.displacement[p]);
        if pass.features & FEATURE_JACOBI != 0 {
            add(&mut pass.displacement_before[p]);
            add(&mut pass.current_position[p]);
        }
    }
}

/// Bodies go as they are pushed.
fn push_bodies(pass: &mut SolveVertexFaceContacts<'_>) {
    for b in 0..pass.params.bodies as usize {
        let [push, turn] = take_impulse(&mut pass.sums[b], &pass.rigids[b]);
        pass.sums[b].share = 0;
        apply_impulse(&mut pass.steps[b], push, turn);
    }
}
