//! CPU implementation of `shaders/collide/solve_collider_contacts.comp`.

use crate::cpu::collide::deforming::SurfaceSweep;
use crate::cpu::friction::{combine, friction, resting};
use crate::cpu::math::xyz;
use crate::cpu::sweep::{SurfaceMotions, Surroundings};
use crate::views::view;
use glam::Vec3;
use pliant_passes::types::NONE;

pub(crate) fn solve_collider_contacts(pass: &view::SolveColliderContacts<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let w = pass.velocity[i][3];
    if w == 0.0 || pass.displacement.xyz(i).length() < pass.clearances.get(i) {
        return;
    }
    for slot in 0..pass.params.slots as usize {
        let at = slot * pass.params.count as usize + i;
        if pass.contacts.get(at).collider == NONE {
            break;
        }
        solve_contact(pass, i, at, w);
    }
}

fn solve_contact(pass: &view::SolveColliderContacts<'_>, i: usize, at: usize, w: f32) {
    let body = pass.bodies[pass.body_of[i] as usize];
    let mut contact = pass.contacts.get(at);
    let collider = pass.surroundings.colliders[contact.collider as usize];
    if collider.rigid != NONE {
        return;
    }
    let old = xyz(pass.position[i]);
    let mut d = pass.displacement.xyz(i);
    let motions = SurfaceMotions::new(pass.face_motions, pass.largest_motions, pass.frame[0].h);
    let poses = [pass.params.first_pose, pass.params.colliders];
    let surroundings = Surroundings::new(&pass.surroundings, poses, motions);
    let [then, pose] = surroundings.poses_of(contact.collider);
    let SurfaceSweep {
        hit: met, motion, ..
    } = surroundings.sweep_surface(contact.collider, old, d, body.half_thickness);
    let gap = met.surface.distance - body.half_thickness;
    let lambda = (contact.lambda - gap / w).max(0.0);
    if lambda == 0.0 && contact.lambda == 0.0 {
        return;
    }
    let normal = pose.turn(met.surface.normal);
    d += w * (lambda - contact.lambda) * normal;
    contact.normal = normal.to_array();
    contact.lambda = lambda;
    let motion = if surroundings.deforms(contact.collider) {
        pass.surface_motions.set(at, motion.to_array());
        motion
    } else {
        then.carried(pose, old + d)
    };
    let relative = d - motion;
    let sliding = relative - relative.dot(normal) * normal;
    let pair = combine(body.coefficients, collider.coefficients);
    let previous = Vec3::from(contact.tangent);
    let target = previous - previous.dot(normal) * normal - sliding / w;
    let frame = pass.frame[0];
    let slow = w * target.length() < frame.h * frame.rest_speed;
    let tangent = friction(if slow { resting(pair) } else { pair }, target, lambda);
    let friction_step = w * (tangent - previous);
    d += friction_step;
    contact.tangent = tangent.to_array();
    pass.contacts.set(at, contact);
    pass.clearances.set(i, -1.0);
    if pass.params.momentum != 0 {
        let before = pass.displacement_before.xyz(i);
        pass.displacement_before.set_xyz(
            i,
            before + friction_step + normal.dot(d - friction_step - before) * normal,
        );
        pass.current_position.set_xyz(i, old + d);
    }
    pass.displacement.set_xyz(i, d);
}
