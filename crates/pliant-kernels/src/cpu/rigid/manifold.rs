//! CPU implementation of `shaders/include/manifold.glsl`.

use super::candidates::{Candidate, Candidates};
use super::contacts_of;
use crate::cpu::friction::combine;
use crate::cpu::list::List;
use crate::memory::{Read, Shared};
use glam::{Quat, Vec3};
use pliant_passes::types::{
    Collider, Frame, MOST_CORRECTION, Manifold, POINTS, Rigid, RigidCollider, RigidContact,
    RigidPair, RigidState,
};

/// Buffers that the collision of every kind of pair reads.
#[derive(Clone, Copy)]
pub(super) struct PairContext<'a> {
    pub(super) frame: &'a Frame,
    pub(super) rigids: &'a Read<'a, Rigid>,
    pub(super) parts: &'a Read<'a, RigidCollider>,
    pub(super) colliders: &'a Read<'a, Collider>,
    pub(super) states: &'a Read<'a, RigidState>,
}

/// The [`PairContext`] of a pass.
macro_rules! pair_context {
    ($pass:ident) => {
        PairContext {
            frame: &$pass.frame[0],
            rigids: &$pass.rigids,
            parts: &$pass.parts,
            colliders: &$pass.colliders,
            states: &$pass.states,
        }
    };
}
pub(super) use pair_context;

/// A pair's manifold and its contacts.
pub(super) struct Collision {
    manifold: Manifold,
    contacts: List<RigidContact, { POINTS as usize }>,
}

impl Collision {
    /// Stores it as that of pair `i`.
    pub(super) fn store(
        &self,
        i: usize,
        manifolds: &Shared<'_, Manifold>,
        contacts: &Shared<'_, RigidContact>,
    ) {
        manifolds.set(i, self.manifold);
        for (at, contact) in contacts_of(i, self.manifold.points).zip(self.contacts.iter()) {
            contacts.set(at, *contact);
        }
    }
}

impl PairContext<'_> {
    /// Bound of the speed of any point of a body, m/s.
    fn fastest(&self, body: u32) -> f32 {
        let (rigid, state) = (&self.rigids[body as usize], &self.states[body as usize]);
        let speed = Vec3::from(state.velocity).length();
        speed + rigid.extent * self.spin(body).length()
    }

    fn spin(&self, body: u32) -> Vec3 {
        let state = &self.states[body as usize];
        let turn = Quat::from_array(state.rotation);
        self.rigids[body as usize].spin(turn, state.momentum.into())
    }

    pub(super) fn size_of(&self, part: u32) -> f32 {
        Vec3::from(self.parts[part as usize].half_size).min_element()
    }

    /// Rotation and position of a collider relative to `origin`.
    pub(super) fn pose_of(&self, part: u32, origin: Vec3) -> (Quat, Vec3) {
        let own = &self.parts[part as usize];
        let state = &self.states[own.body as usize];
        let turn = Quat::from_array(state.rotation);
        let center = (Vec3::from(state.position) - origin) + turn * Vec3::from(own.offset);
        (turn * Quat::from_array(own.rotation), center)
    }

    /// Collides a pair; `find` gets the first body's position and the size of the smaller collider.
    pub(super) fn collide<const FOUND: usize>(
        &self,
        pair: RigidPair,
        find: impl FnOnce(Vec3, f32, &mut Candidates<FOUND>),
    ) -> Collision {
        let [first, second] = pair.bodies.map(|body| &self.states[body as usize]);
        let origin = Vec3::from(first.position);
        let size = self.size_of(pair.parts[0]).min(self.size_of(pair.parts[1]));
        let speeds = self.fastest(pair.bodies[0]) + self.fastest(pair.bodies[1]);
        let margin = self.frame.h * (speeds + 2.0 * self.frame.rest_speed) + 1e-3 * size;
        let mut candidates = Candidates::new(margin);
        find(origin, size, &mut candidates);
        candidates.choose(1e-5 * size);
        let [one, other] = pair
            .parts
            .map(|part| self.colliders[part as usize].coefficients);
        let manifold = Manifold {
            points: candidates.found.len() as u32,
            coefficients: combine(one, other),
            tangent: [0.0; 3],
            twist: 0.0,
        };
        let offset = Vec3::from(second.position) - origin;
        let spins = pair.bodies.map(|body| self.spin(body));
        let contact = |found: &Candidate| {
            let arms = [found.position, found.position - offset];
            let normal_velocity = Vec3::from(first.velocity) + spins[0].cross(arms[0])
                - Vec3::from(second.velocity)
                - spins[1].cross(arms[1]);
            RigidContact {
                normal: found.normal.to_array(),
                separation: found.gap.max(-MOST_CORRECTION * size),
                arm_a: arms[0].to_array(),
                arm_b: arms[1].to_array(),
                lambda: 0.0,
                normal_velocity: normal_velocity.dot(found.normal),
            }
        };
        Collision {
            manifold,
            contacts: candidates.found.iter().map(contact).collect(),
        }
    }
}
