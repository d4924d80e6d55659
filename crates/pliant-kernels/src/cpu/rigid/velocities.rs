//! CPU implementation of `shaders/include/velocities.glsl`.

use super::block::{Block, End, Point};
use super::in_world;
use crate::memory::{Read, Shared};
use glam::{Quat, Vec3};
use pliant_passes::types::{Rigid, RigidContact, RigidState};

fn end(body: &Rigid, state: &RigidState) -> End {
    let rotation = Quat::from_array(state.rotation);
    End {
        w: body.inverse_mass,
        inverse: in_world(rotation, body.inverse_inertia.into()),
        linear: state.velocity.into(),
        angular: body.spin(rotation, state.momentum.into()),
        angular_impulse: Vec3::ZERO,
    }
}

impl Block {
    /// The block of a manifold in velocities; `separation` of its points is their normal velocity.
    pub(super) fn of_velocities(
        rigids: &Read<'_, Rigid>,
        states: &Shared<'_, RigidState>,
        bodies: [u32; 2],
        contacts: impl ExactSizeIterator<Item = RigidContact>,
    ) -> Self {
        let end = |body: usize| end(&rigids[body], &states.get(body));
        let [a, b] = bodies.map(|body| end(body as usize));
        let mut block = Self {
            a,
            b,
            count: contacts.len(),
            ..Self::default()
        };
        for (i, contact) in contacts.enumerate() {
            let arms = [contact.arm_a.into(), contact.arm_b.into()];
            let normal = Vec3::from(contact.normal);
            block.points[i] = Point {
                normal,
                arms,
                separation: normal.dot(block.relative(arms)),
                lambda: 0.0,
            };
        }
        block
    }

    /// Stores the velocities of free bodies.
    pub(super) fn store_velocities(
        &self,
        rigids: &Read<'_, Rigid>,
        states: &Shared<'_, RigidState>,
        bodies: [u32; 2],
    ) {
        for (body, end) in bodies.into_iter().zip([self.a, self.b]) {
            let rigid = &rigids[body as usize];
            if !rigid.is_free() {
                continue;
            }
            states.update(body as usize, |state| {
                state.velocity = end.linear.to_array();
                if rigid.turns() {
                    state.momentum = (Vec3::from(state.momentum) + end.angular_impulse).to_array();
                }
            });
        }
    }
}
