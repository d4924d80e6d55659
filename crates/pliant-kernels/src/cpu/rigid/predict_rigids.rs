//! CPU implementation of `shaders/rigid/predict_rigids.comp`.

use super::{in_world, rotation_between, rotation_increment};
use crate::cpu::fields::fields_of;
use glam::{Quat, Vec3};
use pliant_passes::passes::view::PredictRigids;
use pliant_passes::types::{NONE, Rigid, RigidState, RigidStep};

pub(crate) fn predict_rigids(pass: PredictRigids<'_>) {
    let params = pass.params;
    let fields = fields_of!(pass);
    for i in 0..params.count as usize {
        let body = &pass.rigids[i];
        let frame = &pass.frame[0];
        let state = &mut pass.states[i];
        pass.steps[i] = if body.asleep != 0 {
            RigidStep {
                inverse_mass: body.inverse_mass,
                ..RigidStep::default()
            }
        } else if body.follows == NONE {
            let gravity = fields.gravity(frame, i as u32, state.position.into());
            let fallen = frame.h * body.gravity * gravity;
            state.velocity = (Vec3::from(state.velocity) + fallen).to_array();
            predict_free(body, state, frame.h)
        } else {
            let then = pass.poses[(params.first_pose - params.colliders + body.follows) as usize];
            let now = pass.poses[(params.first_pose + body.follows) as usize];
            let displacement = Vec3::from(now.translation) - Vec3::from(then.translation);
            let [from, to] = [then, now].map(|pose| Quat::from_array(pose.rotation));
            let rotation = rotation_between(from, to);
            *state = RigidState {
                position: then.translation,
                compensation: [0.0; 3],
                rotation: then.rotation,
                rotation_compensation: [0.0; 4],
                velocity: (displacement / frame.h).to_array(),
                momentum: (rotation / frame.h).to_array(),
            };
            RigidStep {
                displacement: displacement.to_array(),
                rotation: rotation.to_array(),
                inverse_mass: body.inverse_mass,
                ..RigidStep::default()
            }
        };
    }
}

fn predict_free(body: &Rigid, state: &RigidState, h: f32) -> RigidStep {
    let rotation = Quat::from_array(state.rotation);
    let momentum = Vec3::from(state.momentum);
    let mut middle = rotation;
    let mut omega = body.spin(middle, momentum);
    for _ in 0..3 {
        middle = rotation + rotation_increment(0.5 * h * omega, rotation);
        omega = body.spin(middle, momentum);
    }
    let inverse = in_world(middle, body.inverse_inertia.into());
    let [x, y, z] = [inverse.x_axis, inverse.y_axis, inverse.z_axis];
    RigidStep {
        displacement: (Vec3::from(state.compensation) + h * Vec3::from(state.velocity)).to_array(),
        rotation: (h * omega).to_array(),
        angular_impulse: [0.0; 3],
        inverse_mass: body.inverse_mass,
        diagonal: [x.x, y.y, z.z],
        off_diagonal: [y.z, z.x, x.y],
    }
}
