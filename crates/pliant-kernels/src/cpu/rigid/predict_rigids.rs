//! CPU implementation of `shaders/rigid/predict_rigids.comp`.

use crate::cpu::rotation::{in_world, rotation_between, rotation_increment};
use crate::views::view::PredictRigids;
use glam::{Quat, Vec3};
use pliant_passes::types::{NONE, Rigid, RigidState, RigidStep};

pub(crate) fn predict_rigids(pass: &PredictRigids<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let body = &pass.rigids[i];
    let step = if body.sleeps() {
        RigidStep::default()
    } else if body.follows == NONE {
        let frame = &pass.frame[0];
        let mut state = pass.states.get(i);
        let fields = (pass.gravity).view(pass.params.fields, pass.params.first_zone);
        let gravity = fields.gravity_at(frame, i as u32, state.position.into());
        let fallen = frame.h * body.gravity * gravity;
        state.velocity = (Vec3::from(state.velocity) + fallen).to_array();
        pass.states.set(i, state);
        predict_free(body, &state, frame.h)
    } else {
        follow(pass, i)
    };
    pass.steps.set(i, step);
}

/// The step of a body that follows a collider.
fn follow(pass: &PredictRigids<'_>, i: usize) -> RigidStep {
    let (params, body, h) = (pass.params, &pass.rigids[i], pass.frame[0].h);
    let then = pass.poses[(params.first_pose - params.colliders + body.follows) as usize];
    let now = pass.poses[(params.first_pose + body.follows) as usize];
    let displacement = Vec3::from(now.translation) - Vec3::from(then.translation);
    let [from, to] = [then, now].map(|pose| Quat::from_array(pose.rotation));
    let rotation = rotation_between(from, to);
    let state = RigidState {
        position: then.translation,
        compensation: [0.0; 3],
        rotation: then.rotation,
        rotation_compensation: [0.0; 4],
        velocity: (displacement / h).to_array(),
        momentum: (rotation / h).to_array(),
    };
    pass.states.set(i, state);
    RigidStep {
        displacement: displacement.to_array(),
        rotation: rotation.to_array(),
        inverse_mass: body.inverse_mass,
        ..RigidStep::default()
    }
}

fn predict_free(body: &Rigid, state: &RigidState, h: f32) -> RigidStep {
    let rotation = Quat::from_array(state.rotation);
    let momentum = Vec3::from(state.momentum);
    let mut middle = rotation;
    let mut omega = body.spin(middle, momentum);
    for _ in 0..3 {
        middle = rotation + rotation_increment(0.5 * h * omega, rotation);
        let next = body.spin(middle, momentum);
        // Further rounds would find the same, as for a cube.
        if next == omega {
            break;
        }
        omega = next;
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
