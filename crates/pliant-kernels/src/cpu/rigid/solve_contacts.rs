//! CPU implementation of `shaders/rigid/solve_contacts.comp`.

use super::block::{Block, End, Point};
use super::{contacts_of, symmetric_order};
use crate::memory::Shared;
use crate::views::view::SolveContacts;
use glam::{Mat3, Vec3, Vec4};
use pliant_passes::types::{RigidContact, RigidStep};

pub(crate) fn solve_contacts(pass: &SolveContacts<'_>, _workgroup: usize) {
    for pair in symmetric_order(pass.ordered, pass.color_starts) {
        solve(pass, pair);
    }
}

pub(super) fn end(step: &RigidStep) -> End {
    End {
        w: step.inverse_mass,
        inverse: step.inverse_inertia(),
        linear: step.displacement.into(),
        angular: step.rotation.into(),
        angular_impulse: step.angular_impulse.into(),
    }
}

pub(super) fn moves(end: &End) -> bool {
    end.w != 0.0 || end.inverse != Mat3::ZERO
}

pub(super) fn store(steps: &Shared<'_, RigidStep>, body: u32, end: &End) {
    if moves(end) {
        steps.update(body as usize, |step| {
            step.displacement = end.linear.to_array();
            step.rotation = end.angular.to_array();
            step.angular_impulse = end.angular_impulse.to_array();
        });
    }
}

fn point(block: &Block, contact: &RigidContact) -> Point {
    let arms = [contact.arm_a.into(), contact.arm_b.into()];
    let normal = Vec3::from(contact.normal);
    Point {
        normal,
        arms,
        separation: contact.separation + normal.dot(block.relative(arms)),
        lambda: contact.lambda,
    }
}

fn solve(pass: &SolveContacts<'_>, pair: usize) {
    let mut manifold = pass.manifolds.get(pair);
    if manifold.points == 0 {
        return;
    }
    let bodies = pass.pairs[pair].bodies;
    let [a, b] = bodies.map(|body| end(&pass.steps.get(body as usize)));
    let mut block = Block {
        a,
        b,
        count: manifold.points as usize,
        ..Block::default()
    };
    let contacts = contacts_of(pair, manifold.points);
    let normal_impulse = pass
        .contacts
        .update_range(contacts, |contacts| solve_normals(&mut block, contacts));
    if normal_impulse == 0.0 {
        return;
    }
    let frame = &pass.frame[0];
    let mut tangent = Vec3::from(manifold.tangent);
    let held = (&mut tangent, &mut manifold.twist);
    let slip = Vec4::from(pass.slips[pair]);
    let limit = frame.h * frame.rest_speed;
    block.solve_friction(manifold.coefficients, limit, slip, held);
    manifold.tangent = tangent.to_array();
    pass.manifolds.set(pair, manifold);
    store(&pass.steps, bodies[0], &block.a);
    store(&pass.steps, bodies[1], &block.b);
}

/// Solves non-penetration. Returns the sum of λ before and after; 0 where no contact is active.
fn solve_normals(block: &mut Block, contacts: &mut [RigidContact]) -> f32 {
    for (i, contact) in contacts.iter().enumerate() {
        block.points[i] = point(block, contact);
    }
    block.solve_normals();
    let mut normal_impulse = 0.0;
    for (contact, point) in contacts.iter_mut().zip(&block.points) {
        normal_impulse += contact.lambda + point.lambda;
        contact.lambda = point.lambda;
    }
    normal_impulse
}
