//! CPU implementation of `shaders/rigid/update_rigid_velocities.comp`.

use super::disturb::disturb;
use crate::cpu::motion_bound::expected;
use crate::cpu::rotation::rotation_increment;
use crate::views::view::UpdateRigidVelocities;
use glam::{Quat, Vec3};
use pliant_passes::types::{
    DISTURBED_AT_ONCE, RigidState, STATUS_BOUND_EXCEEDED, STATUS_NONFINITE,
};

pub(crate) fn update_rigid_velocities(pass: &UpdateRigidVelocities<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let (body, done) = (&pass.rigids[i], &pass.steps[i]);
    if body.sleeps() {
        wake(pass, i);
        return;
    }
    let h = pass.frame[0].h;
    let mut state = pass.states.get(i);
    let displacement = Vec3::from(done.displacement);
    let velocity = body.keep * ((displacement - Vec3::from(state.compensation)) / h);
    let turns = body.inverse_inertia != [0.0; 3];
    let angular_impulse = if turns {
        Vec3::from(done.angular_impulse)
    } else {
        Vec3::ZERO
    };
    let momentum = body.keep * (Vec3::from(state.momentum) + angular_impulse / h);
    let x = Vec3::from(state.position);
    let next = x + displacement;
    state.velocity = velocity.to_array();
    state.momentum = momentum.to_array();
    update_rotation(&mut state, done.rotation.into());
    state.compensation = (displacement - (next - x)).to_array();
    state.position = next.to_array();
    pass.states.set(i, state);
    check_bound(pass, i, &state);
    if !(velocity.abs() + momentum.abs()).is_finite() {
        pass.status.add(STATUS_NONFINITE as usize, 1);
    }
}

/// Marks a sleeping body that something pushed.
fn wake(pass: &UpdateRigidVelocities<'_>, i: usize) {
    let (done, state) = (&pass.steps[i], pass.states.get(i));
    let motions = [
        done.displacement,
        done.angular_impulse,
        state.velocity,
        state.momentum,
    ];
    if motions.iter().any(|motion| *motion != [0.0; 3]) {
        disturb(
            &pass.motion_bounds,
            &pass.status,
            i as u32,
            DISTURBED_AT_ONCE,
        );
    }
}

/// Notes how far a body is from its trajectory, and whether it exceeds its bound.
fn check_bound(pass: &UpdateRigidVelocities<'_>, i: usize, state: &RigidState) {
    let extent = pass.rigids[i].extent;
    if extent == 0.0 {
        return;
    }
    let (bound, elapsed) = (pass.motion_bounds.get(i), pass.params.elapsed);
    let moved =
        |displacement: Vec3| distance_from(elapsed * displacement, extent, &pass.start[i], state);
    let largest_deviation = moved(bound.displacement.into()).max(bound.largest_deviation);
    let motion = expected(&bound);
    let (moved, again) = (moved(motion.displacement), pass.frame[0].again as f32);
    let wanted = motion.displacement.length() + (1.5 + again) * moved;
    let exceeded = moved > motion.reach;
    pass.motion_bounds.update(i, |bound| {
        bound.largest_deviation = largest_deviation;
        if exceeded {
            bound.wanted = wanted;
        }
    });
    if exceeded {
        pass.status.add(STATUS_BOUND_EXCEEDED as usize, 1);
    }
}

/// The most that a point of the body is away from where it was at the frame's start, displaced by `displacement`, m.
fn distance_from(displacement: Vec3, extent: f32, from: &RigidState, to: &RigidState) -> f32 {
    let turn = Quat::from_array(to.rotation) * Quat::from_array(from.rotation).conjugate();
    let start = Vec3::from(from.position) + displacement;
    start.distance(to.position.into()) + 2.0 * extent * turn.xyz().length()
}

fn update_rotation(state: &mut RigidState, turn: Vec3) {
    let q = Quat::from_array(state.rotation);
    let wanted = rotation_increment(turn, q) + q * (0.5 * (1.0 - q.length_squared()));
    let step = wanted + Quat::from_array(state.rotation_compensation);
    let next = q + step;
    state.rotation_compensation = (step - (next - q)).to_array();
    state.rotation = next.to_array();
}
