//! Twin of `shaders/rigid/update_rigid_velocities.comp`.

use super::turn_added;
use glam::{Quat, Vec3};
use pliant_passes::passes::view::UpdateRigidVelocities;
use pliant_passes::types::{RigidState, STATUS_NONFINITE, STATUS_STRAYED, STATUS_WOKEN};

pub(crate) fn update_rigid_velocities(pass: UpdateRigidVelocities<'_>) {
    let h = pass.frame[0].h;
    for i in 0..pass.params.count as usize {
        let (body, done, state) = (&pass.rigids[i], &pass.steps[i], &mut pass.states[i]);
        if body.asleep != 0 {
            let pushes = [done.displacement, done.spun, state.velocity, state.momentum];
            if pushes.iter().any(|push| *push != [0.0; 3]) {
                pass.reaches[i].woken = 1;
                pass.status[STATUS_WOKEN as usize] += 1;
            }
            continue;
        }
        let displacement = Vec3::from(done.displacement);
        let velocity = body.keep * ((displacement - Vec3::from(state.compensation)) / h);
        // What nothing turns has its angular velocity there, which no push changes.
        let turns = body.inverse_inertia != [0.0; 3];
        let spun = if turns {
            Vec3::from(done.spun)
        } else {
            Vec3::ZERO
        };
        let momentum = body.keep * (Vec3::from(state.momentum) + spun / h);
        let x = Vec3::from(state.position);
        let next = x + displacement;
        state.velocity = velocity.to_array();
        state.momentum = momentum.to_array();
        turn_to(state, done.turned.into());
        state.compensation = (displacement - (next - x)).to_array();
        state.position = next.to_array();
        let reach = &mut pass.reaches[i];
        reach.travel += displacement.length() + body.extent * Vec3::from(done.turned).length();
        if body.extent > 0.0 && reach.travel > reach.margin {
            reach.wanted = (1.5 + pass.frame[0].again as f32) * reach.travel;
            pass.status[STATUS_STRAYED as usize] += 1;
        }
        if !(velocity.abs() + momentum.abs()).is_finite() {
            pass.status[STATUS_NONFINITE as usize] += 1;
        }
    }
}

fn turn_to(state: &mut RigidState, turn: Vec3) {
    let q = Quat::from_array(state.rotation);
    let wanted = turn_added(turn, q) + q * (0.5 * (1.0 - q.length_squared()));
    let step = wanted + Quat::from_array(state.slack);
    let next = q + step;
    state.slack = (step - (next - q)).to_array();
    state.rotation = next.to_array();
}
