//! Twin of `shaders/rigid/detect.comp`.

use super::boxes::Cuboid;
use super::meetings::Meetings;
use super::probe::Probe;
use crate::cpu::friction::combine;
use crate::cpu::mesh::Shells;
use crate::passes::view::RigidDetect;
use crate::types::{BOX, CAPSULE, Manifold, PLANE, POINTS, Pose, RigidContact, SPHERE};
use glam::{Quat, Vec3};

pub(crate) fn detect(mut pass: RigidDetect<'_>) {
    let params = pass.params;
    let count = pass.starts[params.parts as usize].min(params.capacity);
    for i in 0..count as usize {
        meet(&mut pass, i);
    }
}

fn meet(pass: &mut RigidDetect<'_>, i: usize) {
    let pair = pass.pairs[i];
    let [first, second] = pair.bodies.map(|body| pass.states[body as usize]);
    let origin = Vec3::from(first.position);
    let frame = &pass.frame[0];
    let size = size_of(pass, pair.parts[0]).min(size_of(pass, pair.parts[1]));
    let speeds = fastest(pass, pair.bodies[0]) + fastest(pass, pair.bodies[1]);
    let mut meetings = Meetings {
        reach: frame.h * (speeds + 2.0 * frame.rest_speed) + 1e-3 * size,
        found: Vec::new(),
    };
    find(pass, pair.parts, origin, size, &mut meetings);
    meetings.choose(1e-5 * size);
    let [one, other] = pair
        .parts
        .map(|part| pass.colliders[part as usize].coefficients);
    pass.manifolds[i] = Manifold {
        points: meetings.found.len() as u32,
        coefficients: combine(one, other),
        tangent: [0.0; 3],
        twist: 0.0,
    };
    let apart = Vec3::from(second.position) - origin;
    let spin = |body: u32| {
        let state = &pass.states[body as usize];
        let turn = Quat::from_array(state.rotation);
        pass.rigids[body as usize].spin(turn, state.momentum.into())
    };
    let turns = pair.bodies.map(spin);
    for (k, found) in meetings.found.iter().enumerate() {
        let arms = [found.place, found.place - apart];
        let parting = Vec3::from(first.velocity) + turns[0].cross(arms[0])
            - Vec3::from(second.velocity)
            - turns[1].cross(arms[1]);
        pass.contacts[POINTS as usize * i + k] = RigidContact {
            normal: found.normal.to_array(),
            open: found.gap,
            arm_a: arms[0].to_array(),
            arm_b: arms[1].to_array(),
            lambda: 0.0,
            parting: parting.dot(found.normal),
        };
    }
}

/// Where a collider is, seen from `origin`.
fn pose_of(pass: &RigidDetect<'_>, part: u32, origin: Vec3) -> Pose {
    let own = &pass.parts[part as usize];
    let state = &pass.states[own.body as usize];
    let turn = Quat::from_array(state.rotation);
    let center = (Vec3::from(state.position) - origin) + turn * Vec3::from(own.offset);
    Pose {
        rotation: (turn * Quat::from_array(own.turn)).to_array(),
        translation: center.to_array(),
        scale: pass.poses[(pass.params.first_pose + part) as usize].scale,
    }
}

/// How fast any point of a body can go.
fn fastest(pass: &RigidDetect<'_>, body: u32) -> f32 {
    let (rigid, state) = (&pass.rigids[body as usize], &pass.states[body as usize]);
    let spin = rigid.spin(Quat::from_array(state.rotation), state.momentum.into());
    Vec3::from(state.velocity).length() + rigid.extent * spin.length()
}

fn size_of(pass: &RigidDetect<'_>, part: u32) -> f32 {
    Vec3::from(pass.parts[part as usize].half_size).min_element()
}

fn find(pass: &RigidDetect<'_>, parts: [u32; 2], origin: Vec3, size: f32, meetings: &mut Meetings) {
    let [first, second] = parts.map(|part| {
        let pose = pose_of(pass, part, origin);
        (pass.colliders[part as usize].posed(&pose), pose)
    });
    let [one, other] = [first.0.shape, second.0.shape];
    if one == BOX && other == BOX {
        let [a, b] = [first, second].map(|(collider, pose)| Cuboid::new(&collider, &pose));
        meetings.boxes(&a, &b, 1e-5 * size);
        return;
    }
    let is_round = |shape| matches!(shape, SPHERE | CAPSULE);
    let radius = |part: u32| Vec3::from(pass.parts[part as usize].half_size).length();
    let probe = |one, other, other_part, back| Probe {
        shells: Shells {
            boxes: pass.shell_boxes,
            faces: pass.shell_faces,
        },
        one,
        other,
        other_radius: radius(other_part),
        back,
        same: 1e-3 * size,
    };
    if one != PLANE && (is_round(one) || !is_round(other)) {
        probe(first, second, parts[1], 1.0).run(meetings);
    }
    if other != PLANE && !is_round(one) {
        probe(second, first, parts[0], -1.0).run(meetings);
    }
}
