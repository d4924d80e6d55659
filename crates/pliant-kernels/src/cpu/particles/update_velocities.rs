//! CPU implementation of `shaders/particles/update_velocities.comp`.

use crate::cpu::accumulate::accumulate;
use crate::cpu::friction::{combine, friction};
use crate::cpu::math::xyz;
use crate::views::view::UpdateVelocities;
use glam::Vec3;
use pliant_passes::types::{FEATURE_ACCUMULATE, NONE, STATUS_CONTACTS, STATUS_NONFINITE};

pub(crate) fn update_velocities(pass: &UpdateVelocities<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let incoming = pass.velocity.get(i);
    let moved = xyz(pass.displacement[i]) - Vec3::from(pass.compensation.get(i));
    let mut v = moved / pass.frame[0].h;
    if incoming[3] > 0.0 {
        v = apply_restitution(pass, i, v, xyz(incoming))
            * pass.bodies[pass.body_of[i] as usize].drag_factor;
    }
    pass.velocity.set_xyz(i, v);
    let (from, step) = (pass.position.xyz(i), xyz(pass.displacement[i]));
    let [next, dropped] = advance(from, step);
    pass.position.set_xyz(i, next);
    pass.compensation.set(i, dropped.to_array());
    if !v.is_finite() {
        pass.status.add(STATUS_NONFINITE as usize, 1);
    }
}

/// Gives an active contact the normal velocity of an impact [MMCK20, eq. 34].
fn apply_restitution(pass: &UpdateVelocities<'_>, i: usize, mut v: Vec3, incoming: Vec3) -> Vec3 {
    let frame = pass.frame[0];
    for slot in 0..pass.params.slots as usize {
        let contact = pass.contacts[slot * pass.params.count as usize + i];
        if contact.collider == NONE {
            break;
        }
        let collider = pass.colliders[contact.collider as usize];
        if contact.lambda == 0.0 || collider.rigid != NONE {
            continue;
        }
        let (x, normal) = (
            pass.position.xyz(i) + xyz(pass.displacement[i]),
            Vec3::from(contact.normal),
        );
        let now = pass.poses[(pass.params.first_pose + contact.collider) as usize];
        let then = pass.poses
            [(pass.params.first_pose - pass.params.colliders + contact.collider) as usize];
        let motion = if collider.first_motion != 0 {
            pass.surface_motions[slot * pass.params.count as usize + i].into()
        } else {
            then.carried(now, x)
        };
        let surface_v = motion / frame.h;
        let approach = (incoming - surface_v).dot(normal);
        let body = pass.bodies[pass.body_of[i] as usize];
        let pair = combine(body.coefficients, collider.coefficients);
        let hits = approach < -frame.rest_speed;
        let bounce_speed = if hits {
            -pair.restitution * approach
        } else {
            0.0
        };
        let normal_change = bounce_speed - (v - surface_v).dot(normal);
        let mut change = normal_change * normal;
        if hits {
            let slip = v + change - surface_v;
            change += friction(
                pair,
                slip.dot(normal) * normal - slip,
                normal_change.max(0.0),
            );
        }
        v += change;
        if pass.features & FEATURE_ACCUMULATE != 0 {
            let force = contact.lambda * normal + Vec3::from(contact.tangent);
            let impulse = force / frame.h + change / pass.velocity.get(i)[3];
            let item = [i, pass.params.count as usize];
            accumulate(
                (&pass.accumulators, &pass.status),
                item,
                1 + contact.collider,
                impulse,
            );
        }
        if pass.params.counts_contacts != 0 {
            pass.status.add(STATUS_CONTACTS as usize, 1);
        }
    }
    v
}

/// Moves a position by `step` with compensated summation. Returns the position, and the part of the step that a float32 drops,
/// for the next substep.
fn advance(from: Vec3, step: Vec3) -> [Vec3; 2] {
    let next = from + step;
    [next, step - (next - from)]
}
