//! CPU implementation of `shaders/couple/apply_particle_restitution.comp`.

use crate::cpu::accumulate::accumulate;
use crate::cpu::coupled::{Copy, copy_of};
use crate::cpu::friction::{combine, friction};
use crate::cpu::rotation::in_world;
use crate::views::view::ApplyParticleRestitution;
use glam::{Quat, Vec3};
use pliant_passes::types::{
    Coefficients, ColliderContact, Coupling, FEATURE_ACCUMULATE, NONE, STATUS_CONTACTS,
};

pub(crate) fn apply_particle_restitution(pass: &ApplyParticleRestitution<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    for slot in 0..pass.params.slots as usize {
        let at = slot * pass.params.count as usize + i;
        pass.impulses.update(at, |own| own.impulse = [0.0; 3]);
        if pass.impulses.get(at).body != NONE && pass.contacts[at].lambda != 0.0 {
            apply_restitution(pass, i, at);
        }
    }
}

/// Applies restitution at one contact of a particle.
fn apply_restitution(pass: &ApplyParticleRestitution<'_>, i: usize, at: usize) {
    let (coupling, contact, h) = (&pass.couplings[at], &pass.contacts[at], pass.frame[0].h);
    let body = pass.impulses.get(at).body as usize;
    let (rigid, state) = (&pass.rigids[body], &pass.states[body]);
    let rotation = Quat::from_array(state.rotation);
    let inverse = in_world(rotation, rigid.inverse_inertia.into());
    let copy = copy_of(rigid.inverse_mass, inverse, pass.sums[body].weight);
    let (w, arm) = (pass.velocity.w(i), Vec3::from(coupling.arm));
    let spin = rigid.spin(rotation, state.momentum.into());
    let surface_v = Vec3::from(state.velocity) + spin.cross(arm);
    let own = pass.bodies[pass.body_of[i] as usize].coefficients;
    let pair = combine(own, pass.colliders[contact.collider as usize].coefficients);
    let v = pass.velocity.xyz(i);
    let rest_speed = pass.frame[0].rest_speed;
    let impulse = restitution_impulse(
        contact,
        coupling,
        (copy, w),
        (pair, rest_speed),
        v - surface_v,
    );
    pass.velocity.set_xyz(i, v + w * impulse);
    pass.impulses.update(at, |own| {
        own.impulse = (-h * impulse).to_array();
        own.angular_impulse = (-h * arm.cross(impulse)).to_array();
    });
    if pass.features & FEATURE_ACCUMULATE != 0 {
        let sum = contact.lambda * Vec3::from(contact.normal) + Vec3::from(contact.tangent);
        accumulate(
            (&pass.accumulators, &pass.status),
            [i, pass.params.count as usize],
            1 + contact.collider,
            sum / h + impulse,
        );
    }
    if pass.params.counts_contacts != 0 {
        pass.status.add(STATUS_CONTACTS as usize, 1);
    }
}

/// Impulse on a particle whose normal velocity is not that after an impact, kg m/s. `v`: its velocity relative to the body.
fn restitution_impulse(
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
