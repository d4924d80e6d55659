//! CPU implementation of `shaders/couple/apply_particle_restitution.comp`.

use super::Copy;
use crate::cpu::accumulate::accumulate;
use crate::cpu::friction::{combine, friction};
use crate::cpu::math::{set_xyz, xyz};
use crate::cpu::rigid::in_world;
use glam::{Quat, Vec3};
use pliant_passes::passes::view::ApplyParticleRestitution;
use pliant_passes::types::{
    Coefficients, ColliderContact, Coupling, FEATURE_ACCUMULATE, NONE, STATUS_CONTACTS,
};

pub(crate) fn apply_particle_restitution(mut pass: ApplyParticleRestitution<'_>) {
    for i in 0..pass.params.count as usize {
        for slot in 0..pass.params.slots as usize {
            let at = slot * pass.params.count as usize + i;
            pass.impulses[at].impulse = [0.0; 3];
            if pass.impulses[at].body != NONE && pass.contacts[at].lambda != 0.0 {
                apply_restitution(&mut pass, i, at);
            }
        }
    }
}

/// Applies restitution at one contact of a particle.
fn apply_restitution(pass: &mut ApplyParticleRestitution<'_>, i: usize, at: usize) {
    let (coupling, contact, h) = (pass.couplings[at], pass.contacts[at], pass.frame[0].h);
    let body = pass.impulses[at].body as usize;
    let (rigid, state) = (&pass.rigids[body], &pass.states[body]);
    let rotation = Quat::from_array(state.rotation);
    let inverse = in_world(rotation, rigid.inverse_inertia.into());
    let copy = Copy::new(rigid.inverse_mass, inverse, pass.sums[body].weight);
    let (w, arm) = (pass.velocity[i][3], Vec3::from(coupling.arm));
    let spin = rigid.spin(rotation, state.momentum.into());
    let surface_v = Vec3::from(state.velocity) + spin.cross(arm);
    let own = pass.bodies[pass.body_of[i] as usize].coefficients;
    let pair = combine(own, pass.colliders[contact.collider as usize].coefficients);
    let v = xyz(pass.velocity[i]);
    let rest_speed = pass.frame[0].rest_speed;
    let impulse = impact(
        &contact,
        &coupling,
        (copy, w),
        (pair, rest_speed),
        v - surface_v,
    );
    set_xyz(&mut pass.velocity[i], v + w * impulse);
    pass.impulses[at].impulse = (-h * impulse).to_array();
    pass.impulses[at].angular_impulse = (-h * arm.cross(impulse)).to_array();
    if pass.features & FEATURE_ACCUMULATE != 0 {
        let sum = contact.lambda * Vec3::from(contact.normal) + Vec3::from(contact.tangent);
        let index = [i, pass.params.count as usize];
        let other = 1 + contact.collider;
        accumulate(
            (
                &(&mut *pass.accumulators).into(),
                &(&mut *pass.status).into(),
            ),
            index,
            other,
            sum / h + impulse,
        );
    }
    if pass.params.flag != 0 {
        pass.status[STATUS_CONTACTS as usize] += 1;
    }
}

/// Impulse on a particle whose normal velocity is not that after an impact, kg m/s. `v`: its velocity relative to the body.
fn impact(
    contact: &ColliderContact,
    coupling: &Coupling,
    (copy, w): (Copy, f32),
    (pair, rest_speed): (Coefficients, f32),
    v: Vec3,
) -> Vec3 {
    let (normal, arm) = (Vec3::from(contact.normal), Vec3::from(coupling.arm));
    let hits = coupling.normal_velocity < -rest_speed;
    let leaving = if hits {
        -pair.restitution * coupling.normal_velocity
    } else {
        0.0
    };
    let speed_change = leaving - v.dot(normal);
    let impulse = speed_change / (w + copy.inverse_mass_along(arm, normal)) * normal;
    if !hits {
        return impulse;
    }
    let slip = v + w * impulse + copy.velocity_response(arm, impulse);
    let sliding = slip - slip.dot(normal) * normal;
    let l = sliding.length();
    if l == 0.0 {
        return impulse;
    }
    let target = -sliding / (w + copy.inverse_mass_along(arm, sliding / l));
    impulse + friction(pair, target, impulse.dot(normal).max(0.0))
}
