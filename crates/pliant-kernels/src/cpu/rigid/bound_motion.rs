//! CPU implementation of `shaders/rigid/bound_motion.comp`.

use crate::cpu::motion_bound::rounded_up;
use crate::cpu::rotation::rotation_between;
use crate::views::view::BoundMotion;
use glam::{Quat, Vec3};
use pliant_passes::types::{MOTION_ALLOWANCE, MotionBound, NONE};

pub(crate) fn bound_motion(pass: &BoundMotion<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let body = &pass.rigids[i];
    let before = pass.motion_bounds.get(i);
    if body.sleeps() {
        let bound = MotionBound {
            wanted: before.wanted,
            ..MotionBound::default()
        };
        pass.motion_bounds.set(i, bound);
        return;
    }
    let (displacement, mut allowance) = motion(pass, i);
    let length = displacement.length();
    if body.is_free() || allowance + length > 0.0 {
        allowance += MOTION_ALLOWANCE * body.extent;
    }
    let keep = if pass.frame[0].again == 0 { 0.7 } else { 1.0 };
    let wanted = keep * before.wanted;
    let deviation = wanted
        .max(1.5 * before.largest_deviation - allowance)
        .max(0.0);
    let bound = MotionBound {
        displacement: displacement.to_array(),
        margin: wanted.max(length + allowance),
        allowance,
        deviation: rounded_up(deviation),
        wanted,
        ..MotionBound::default()
    };
    pass.motion_bounds.set(i, bound);
}

/// The displacement of a body in the frame by its velocity, and how far gravity and rotation take its points from there, m.
fn motion(pass: &BoundMotion<'_>, i: usize) -> (Vec3, f32) {
    let params = pass.params;
    let (body, state) = (&pass.rigids[i], &pass.states[i]);
    if body.follows == NONE {
        let fields = (pass.gravity).view(pass.params.fields, pass.params.first_zone);
        let gravity = fields.gravity_at(&pass.frame[0], i as u32, state.position.into());
        let fall = body.gravity.abs() * gravity.length() * params.span;
        let spin = body.spin(Quat::from_array(state.rotation), state.momentum.into());
        let turn = (params.span * spin.length()).min(2.0);
        let displacement = params.span * Vec3::from(state.velocity);
        return (displacement, params.span * fall + body.extent * turn);
    }
    let then = pass.poses[(params.first_pose - params.colliders + body.follows) as usize];
    let now = pass.poses[(params.last_pose + body.follows) as usize];
    let [from, to] = [then, now].map(|pose| Quat::from_array(pose.rotation));
    let distance = Vec3::from(then.translation).distance(now.translation.into());
    let turn = rotation_between(from, to).length();
    (Vec3::ZERO, distance + body.extent * turn)
}
