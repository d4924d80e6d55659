//! CPU implementation of `shaders/couple/solve_particle_contacts.comp`.

use crate::cpu::coupled::copy_of;
use crate::cpu::friction::{combine, friction, resting};
use crate::cpu::math::xyz;
use crate::views::view::SolveParticleContacts;
use glam::Vec3;

pub(crate) fn solve_particle_contacts(pass: &SolveParticleContacts<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let start = pass.displacement.xyz(i);
    let mut d = start;
    for slot in 0..pass.params.slots as usize {
        let at = slot * pass.params.count as usize + i;
        if pass.impulses.get(at).weight > 0.0 {
            let impulse = solve_contact(pass, i, at, [start, d]);
            d += pass.velocity[i][3] * impulse;
            let arm = Vec3::from(pass.couplings[at].arm);
            pass.impulses.update(at, |own| {
                own.weight = 0.0;
                own.impulse = (-impulse).to_array();
                own.angular_impulse = (-arm.cross(impulse)).to_array();
            });
        }
    }
    pass.displacement.set_xyz(i, d);
    if pass.params.momentum != 0 {
        let before = pass.displacement_before.xyz(i) + (d - start);
        pass.displacement_before.set_xyz(i, before);
        pass.current_position.set_xyz(i, xyz(pass.position[i]) + d);
    }
}

/// Solves one contact; returns the impulse on the particle, kg m.
fn solve_contact(
    pass: &SolveParticleContacts<'_>,
    i: usize,
    at: usize,
    [start, d]: [Vec3; 2],
) -> Vec3 {
    let (coupling, mut contact, frame) =
        (&pass.couplings[at], pass.contacts.get(at), &pass.frame[0]);
    let (normal, arm) = (Vec3::from(coupling.normal), Vec3::from(coupling.arm));
    let body = pass.impulses.get(at).body as usize;
    let (step, weight) = (&pass.steps[body], pass.sums[body].weight);
    let copy = copy_of(step.inverse_mass, step.inverse_inertia(), weight);
    let w = pass.velocity[i][3];
    let separation = coupling.separation + normal.dot(d - start);
    let lambda =
        (contact.lambda - separation / (w + copy.inverse_mass_along(arm, normal))).max(0.0);
    let impulse = (lambda - contact.lambda) * normal;
    let now = pass.params.first_pose + contact.collider;
    let [then, now] = [now - pass.params.colliders, now].map(|at| pass.poses[at as usize]);
    let carried = then.carried(now, xyz(pass.position[i]) + d);
    let relative = d - carried + w * impulse + copy.velocity_response(arm, impulse);
    let sliding = relative - relative.dot(normal) * normal;
    let l = sliding.length();
    let own = if l > 0.0 {
        copy.inverse_mass_along(arm, sliding / l)
    } else {
        copy.w
    };
    let previous = Vec3::from(contact.tangent);
    let target = previous - previous.dot(normal) * normal - sliding / (w + own);
    let body = &pass.bodies[pass.body_of[i] as usize];
    let collider = &pass.colliders[contact.collider as usize];
    let pair = combine(body.coefficients, collider.coefficients);
    let slow = (w + own) * target.length() < frame.h * frame.rest_speed;
    let tangent = friction(if slow { resting(pair) } else { pair }, target, lambda);
    contact.normal = coupling.normal;
    contact.lambda = lambda;
    contact.tangent = tangent.to_array();
    pass.contacts.set(at, contact);
    impulse + (tangent - previous)
}
