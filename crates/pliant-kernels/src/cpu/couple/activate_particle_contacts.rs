//! CPU implementation of `shaders/couple/activate_particle_contacts.comp`.

use crate::cpu::math::xyz;
use crate::cpu::sweep::{SurfaceMotions, Surroundings};
use crate::views::view::ActivateParticleContacts;
use glam::Vec3;
use pliant_passes::types::{Coupling, NONE, RigidImpulse};

pub(crate) fn activate_particle_contacts(pass: &ActivateParticleContacts<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    for slot in 0..pass.params.slots as usize {
        activate(pass, i, slot * pass.params.count as usize + i);
    }
}

/// Evaluates one contact of a particle.
fn activate(pass: &ActivateParticleContacts<'_>, i: usize, at: usize) {
    let contact = &pass.contacts[at];
    let mut impulse = RigidImpulse {
        body: NONE,
        ..RigidImpulse::default()
    };
    if contact.collider != NONE && pass.position[i][3] >= 0.0 {
        impulse.body = pass.surroundings.colliders[contact.collider as usize].rigid;
    }
    if impulse.body == pass.attached_to[i] {
        impulse.body = NONE;
    }
    if impulse.body != NONE {
        let mut coupling = coupling(pass, i, contact.collider);
        if pass.params.begins == 0 {
            coupling.normal_velocity = pass.couplings.get(at).normal_velocity;
        }
        pass.couplings.set(at, coupling);
        if coupling.separation < 0.0 || contact.lambda > 0.0 {
            impulse.weight = 1.0;
        }
    }
    pass.impulses.set(at, impulse);
}

/// Contact of a particle with a collider of a free body.
fn coupling(pass: &ActivateParticleContacts<'_>, i: usize, collider: u32) -> Coupling {
    let poses = [pass.params.first_pose, pass.params.colliders];
    let motions = SurfaceMotions::default();
    let surroundings = Surroundings::new(&pass.surroundings, poses, motions);
    let margin = pass.bodies[pass.body_of[i] as usize].half_thickness;
    let (old, d) = (xyz(pass.position[i]), xyz(pass.displacement[i]));
    let [then, now] = surroundings.poses_of(collider);
    let surface = surroundings.sweep_to(collider, old, d, margin).surface;
    let normal = now.turn(surface.normal);
    let body = pass.surroundings.colliders[collider as usize].rigid as usize;
    let center = Vec3::from(pass.states[body].position);
    let arm = old - center + (d - Vec3::from(pass.steps[body].displacement));
    let past = d - then.carried(now, old + d);
    Coupling {
        normal: normal.to_array(),
        separation: surface.distance - margin,
        arm: arm.to_array(),
        normal_velocity: normal.dot(past) / pass.frame[0].h,
    }
}
