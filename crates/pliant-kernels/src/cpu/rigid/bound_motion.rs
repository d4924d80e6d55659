//! CPU implementation of `shaders/rigid/bound_motion.comp`.

use super::rotation_between;
use crate::cpu::motion_bound::rounded_up;
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
    let (way, mut allowance) = motion(pass, i);
    let length = way.length();
    if body.is_free() || allowance + length > 0.0 {
        allowance += MOTION_ALLOWANCE * body.extent;
    }
    let keep = if pass.frame[0].again == 0 { 0.7 } else { 1.0 };
    let wanted = keep * before.wanted;
    let unforeseen = wanted.max(1.5 * before.strayed - allowance).max(0.0);
    let bound = MotionBound {
        way: way.to_array(),
        margin: wanted.max(length + allowance),
        allowance,
        unforeseen: rounded_up(unforeseen),
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
        let fields = pass.gravity.view(params.fields, params.first_zone);
        let gravity = fields.gravity(&pass.frame[0], i as u32, state.position.into());
        let fall = body.gravity.abs() * gravity.length() * params.span;
        let spin = body.spin(Quat::from_array(state.rotation), state.momentum.into());
        // A turn by φ moves no point by more than φ or 2 times its distance from the centre.
        let turn = (params.span * spin.length()).min(2.0);
        let way = params.span * Vec3::from(state.velocity);
        return (way, params.span * fall + body.extent * turn);
    }
    let then = pass.poses[(params.first_pose - params.colliders + body.follows) as usize];
    let now = pass.poses[(params.last_pose + body.follows) as usize];
    let [from, to] = [then, now].map(|pose| Quat::from_array(pose.rotation));
    let distance = Vec3::from(then.translation).distance(now.translation.into());
    let turn = rotation_between(from, to).length();
    (Vec3::ZERO, distance + body.extent * turn)
}
