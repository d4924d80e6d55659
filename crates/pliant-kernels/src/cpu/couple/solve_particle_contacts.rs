//! CPU implementation of `shaders/couple/solve_particle_contacts.comp`.

use super::Copy;
use crate::cpu::friction::{combine, friction, resting};
use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::SolveParticleContacts;
use pliant_passes::types::RigidPush;

pub(crate) fn solve_particle_contacts(mut pass: SolveParticleContacts<'_>) {
    for i in 0..pass.params.count as usize {
        let start = xyz(pass.displacement[i]);
        let mut d = start;
        for slot in 0..pass.params.slots as usize {
            let at = slot * pass.params.count as usize + i;
            if pass.pushes[at].share > 0.0 {
                let push = push(&mut pass, i, at, [start, d]);
                d += pass.velocity[i][3] * push;
                let arm = Vec3::from(pass.couplings[at].arm);
                pass.pushes[at] = RigidPush {
                    share: 0.0,
                    push: (-push).to_array(),
                    turn: (-arm.cross(push)).to_array(),
                    ..pass.pushes[at]
                };
            }
        }
        set_xyz(&mut pass.displacement[i], d);
        if pass.params.flag != 0 {
            let before = xyz(pass.displacement_before[i]) + (d - start);
            set_xyz(&mut pass.displacement_before[i], before);
            set_xyz(&mut pass.current_position[i], xyz(pass.position[i]) + d);
        }
    }
}

/// Solves one contact; returns the impulse on the particle, kg m.
fn push(pass: &mut SolveParticleContacts<'_>, i: usize, at: usize, [start, d]: [Vec3; 2]) -> Vec3 {
    let (met, mut contact, frame) = (pass.couplings[at], pass.contacts[at], pass.frame[0]);
    let (normal, arm) = (Vec3::from(met.normal), Vec3::from(met.arm));
    let body = pass.pushes[at].body as usize;
    let (step, share) = (&pass.steps[body], pass.sums[body].share);
    let copy = Copy::new(step.inverse_mass, step.inverse_inertia(), share);
    let w = pass.velocity[i][3];
    let separation = met.separation + normal.dot(d - start);
    let lambda =
        (contact.lambda - separation / (w + copy.inverse_mass_along(arm, normal))).max(0.0);
    let push = (lambda - contact.lambda) * normal;
    let now = pass.params.first_pose + contact.collider;
    let [then, now] = [now - pass.params.colliders, now].map(|at| pass.poses[at as usize]);
    let carried = then.carried(now, xyz(pass.position[i]) + d);
    let past = d - carried + w * push + copy.velocity_response(arm, push);
    let sliding = past - past.dot(normal) * normal;
    let l = sliding.length();
    let own = if l > 0.0 {
        copy.inverse_mass_along(arm, sliding / l)
    } else {
        copy.w
    };
    let held = Vec3::from(contact.tangent);
    let wanted = held - held.dot(normal) * normal - sliding / (w + own);
    let body = pass.bodies[pass.body_of[i] as usize];
    let collider = pass.colliders[contact.collider as usize];
    let pair = combine(body.coefficients, collider.coefficients);
    let slow = (w + own) * wanted.length() < frame.h * frame.rest_speed;
    let tangent = friction(if slow { resting(pair) } else { pair }, wanted, lambda);
    contact.normal = met.normal;
    contact.lambda = lambda;
    contact.tangent = tangent.to_array();
    pass.contacts[at] = contact;
    push + (tangent - held)
}
