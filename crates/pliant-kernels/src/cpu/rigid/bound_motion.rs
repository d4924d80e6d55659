//! CPU implementation of `shaders/rigid/bound_motion.comp`.

use super::rotation_between;
use crate::cpu::fields::fields_of;
use crate::views::view::BoundMotion;
use glam::{Quat, Vec3};
use pliant_passes::types::{MOTION_ALLOWANCE, MotionBound, NONE};

pub(crate) fn bound_motion(pass: &BoundMotion<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let body = &pass.rigids[i];
    let old_wanted = pass.motion_bounds.get(i).wanted;
    let (margin, wanted) = if body.sleeps() {
        (0.0, old_wanted)
    } else {
        let distance_moved = distance_moved(pass, i);
        let allowance = if body.is_free() || distance_moved > 0.0 {
            MOTION_ALLOWANCE * body.extent
        } else {
            0.0
        };
        let keep = if pass.frame[0].again == 0 { 0.7 } else { 1.0 };
        let wanted = keep * old_wanted;
        (wanted.max(distance_moved + allowance), wanted)
    };
    let bound = MotionBound {
        margin,
        wanted,
        ..MotionBound::default()
    };
    pass.motion_bounds.set(i, bound);
}

/// The distance that any point of a body moves in the frame if nothing collides with it, m.
fn distance_moved(pass: &BoundMotion<'_>, i: usize) -> f32 {
    let params = pass.params;
    let (body, state) = (&pass.rigids[i], &pass.states[i]);
    if body.follows == NONE {
        let gravity = fields_of!(pass).gravity(&pass.frame[0], i as u32, state.position.into());
        let fall = body.gravity.abs() * gravity.length() * params.span;
        let spin = body.spin(Quat::from_array(state.rotation), state.momentum.into());
        // A turn by φ moves no point by more than φ or 2 times its distance from the centre.
        let turn = (params.span * spin.length()).min(2.0);
        return params.span * (Vec3::from(state.velocity).length() + fall) + body.extent * turn;
    }
    let then = pass.poses[(params.first_pose - params.colliders + body.follows) as usize];
    let now = pass.poses[(params.last_pose + body.follows) as usize];
    let [from, to] = [then, now].map(|pose| Quat::from_array(pose.rotation));
    Vec3::from(then.translation).distance(now.translation.into())
        + body.extent * rotation_between(from, to).length()
}
