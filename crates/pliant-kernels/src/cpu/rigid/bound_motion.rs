//! CPU implementation of `shaders/rigid/bound_motion.comp`.

use super::rotation_between;
use crate::cpu::fields::fields_of;
use glam::{Quat, Vec3};
use pliant_passes::passes::view::BoundMotion;
use pliant_passes::types::{MotionBound, NONE};

pub(crate) fn bound_motion(pass: BoundMotion<'_>) {
    let params = pass.params;
    let fields = fields_of!(pass);
    let bodies = pass.rigids.iter().zip(pass.states).zip(pass.motion_bounds);
    for (i, ((body, state), bound)) in (0..params.count).zip(bodies) {
        if body.asleep != 0 {
            *bound = MotionBound {
                wanted: bound.wanted,
                ..MotionBound::default()
            };
            continue;
        }
        let distance_moved = if body.follows == NONE {
            let gravity = fields.gravity(&pass.frame[0], i, state.position.into());
            let fall = body.gravity.abs() * gravity.length() * params.span;
            let spin = body.spin(Quat::from_array(state.rotation), state.momentum.into());
            let turning = body.extent * spin.length();
            params.span * (Vec3::from(state.velocity).length() + fall + turning)
        } else {
            let then = pass.poses[(params.first_pose - params.colliders + body.follows) as usize];
            let now = pass.poses[(params.last_pose + body.follows) as usize];
            let [from, to] = [then, now].map(|pose| Quat::from_array(pose.rotation));
            Vec3::from(then.translation).distance(now.translation.into())
                + body.extent * rotation_between(from, to).length()
        };
        let allowance = if body.is_free() || distance_moved > 0.0 {
            0.02 * body.extent
        } else {
            0.0
        };
        let keep = if pass.frame[0].again == 0 { 0.7 } else { 1.0 };
        let wanted = keep * bound.wanted;
        *bound = MotionBound {
            margin: wanted.max(distance_moved + allowance),
            wanted,
            ..MotionBound::default()
        };
    }
}
