//! CPU implementation of `shaders/particles/update_velocities.comp`.

use crate::cpu::accumulate::accumulate;
use crate::cpu::advance::advance;
use crate::cpu::friction::{combine, friction};
use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::UpdateVelocities;
use pliant_passes::types::{FEATURE_ACCUMULATE, NONE, STATUS_CONTACTS, STATUS_NONFINITE};

pub(crate) fn update_velocities(mut pass: UpdateVelocities<'_>) {
    for i in 0..pass.params.count as usize {
        let incoming = pass.velocity[i];
        let mut v =
            (xyz(pass.displacement[i]) - Vec3::from(pass.compensation[i])) / pass.frame[0].h;
        if incoming[3] > 0.0 {
            v = apply_restitution(&mut pass, i, v, xyz(incoming))
                * pass.bodies[pass.body_of[i] as usize].drag_factor;
        }
        set_xyz(&mut pass.velocity[i], v);
        let (from, step) = (xyz(pass.position[i]), xyz(pass.displacement[i]));
        pass.compensation[i] = advance(&mut pass.position[i], from, step);
        if !v.is_finite() {
            pass.status[STATUS_NONFINITE as usize] += 1;
        }
    }
}

/// Gives an active contact the normal velocity of an impact [MMCK20, eq. 34].
fn apply_restitution(
    pass: &mut UpdateVelocities<'_>,
    i: usize,
    mut v: Vec3,
    incoming: Vec3,
) -> Vec3 {
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
            xyz(pass.position[i]) + xyz(pass.displacement[i]),
            Vec3::from(contact.normal),
        );
        let now = pass.poses[(pass.params.first_pose + contact.collider) as usize];
        let then = pass.poses
            [(pass.params.first_pose - pass.params.colliders + contact.collider) as usize];
        let surface_v = then.carried(now, x) / frame.h;
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
            let impulse = force / frame.h + change / pass.velocity[i][3];
            let item = [i, pass.params.count as usize];
            accumulate(
                (pass.accumulators, pass.status),
                item,
                1 + contact.collider,
                impulse,
            );
        }
        if pass.params.flag != 0 {
            pass.status[STATUS_CONTACTS as usize] += 1;
        }
    }
    v
}
