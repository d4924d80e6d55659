//! CPU implementation of `shaders/include/manifold.glsl`.

use super::candidates::{Candidate, Candidates};
use crate::cpu::friction::combine;
use glam::{Quat, Vec3};
use pliant_passes::types::{
    Collider, Frame, MOST_CORRECTION, Manifold, POINTS, Rigid, RigidCollider, RigidContact,
    RigidPair, RigidState,
};

/// Buffers that the collision of every kind of pair reads.
#[derive(Clone, Copy)]
pub(super) struct PairContext<'a> {
    pub(super) frame: Frame,
    pub(super) rigids: &'a [Rigid],
    pub(super) parts: &'a [RigidCollider],
    pub(super) colliders: &'a [Collider],
    pub(super) states: &'a [RigidState],
}

/// A pair's manifold and its contacts.
type Collision = (Manifold, Vec<RigidContact>);

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
    pub(super) fn collide(
        &self,
        pair: RigidPair,
        find: impl FnOnce(Vec3, f32, &mut Candidates),
    ) -> Collision {
        let [first, second] = pair.bodies.map(|body| self.states[body as usize]);
        let origin = Vec3::from(first.position);
        let size = self.size_of(pair.parts[0]).min(self.size_of(pair.parts[1]));
        let speeds = self.fastest(pair.bodies[0]) + self.fastest(pair.bodies[1]);
        let mut candidates = Candidates {
            margin: self.frame.h * (speeds + 2.0 * self.frame.rest_speed) + 1e-3 * size,
            found: Vec::new(),
        };
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
        (manifold, candidates.found.iter().map(contact).collect())
    }
}

/// Stores the collision of pair `i`.
pub(super) fn store_manifold(
    i: u32,
    collision: Collision,
    manifolds: &mut [Manifold],
    contacts: &mut [RigidContact],
) {
    let (manifold, found) = collision;
    manifolds[i as usize] = manifold;
    contacts[(POINTS * i) as usize..][..found.len()].copy_from_slice(&found);
}
