//! Manifolds in velocities: CPU implementation of `shaders/include/velocities.glsl`.

use super::colors::Packet;
use super::manifolds::Manifolds;
use super::surface_motion::Surfaces;
use crate::memory::{Read, Shared};
use pliant_passes::types::{Manifold, POINTS, RigidContact, RigidPair, RigidVelocity};

/// Velocities of bodies that a pass reads, or changes.
pub(super) trait Velocities {
    fn of(&self, body: u32) -> RigidVelocity;
}

impl Velocities for Read<'_, RigidVelocity> {
    #[inline(always)]
    fn of(&self, body: u32) -> RigidVelocity {
        self[body as usize]
    }
}

impl Velocities for Shared<'_, RigidVelocity> {
    #[inline(always)]
    fn of(&self, body: u32) -> RigidVelocity {
        self.get(body as usize)
    }
}

impl Manifolds {
    /// The manifolds of a packet; the separation of their points is their normal velocity.
    #[inline(always)]
    pub(super) fn of_velocities(
        packet: &Packet,
        pairs: &Read<'_, RigidPair>,
        manifolds: &Read<'_, Manifold>,
        contact: impl Fn(usize) -> RigidContact,
        velocities: &impl Velocities,
        surfaces: Surfaces<'_>,
    ) -> Self {
        let points = packet.pairs.map(|pair| manifolds[pair].points);
        let bodies = packet.pairs.map(|pair| pairs[pair].bodies);
        let ends = [0, 1].map(|end| bodies.map(|bodies| velocities.of(bodies[end])));
        let contact = |k: usize, i: usize| RigidContact {
            separation: 0.0,
            ..contact(POINTS as usize * packet.pairs[k] + i)
        };
        let mut block = Self::load(ends, points, contact);
        block.add_surface_motion(packet, surfaces);
        block.add_motion();
        block
    }

    /// Stores the velocities of bodies that move.
    #[inline(always)]
    pub(super) fn store_velocities(
        &self,
        packet: &Packet,
        pairs: &Read<'_, RigidPair>,
        velocities: &Shared<'_, RigidVelocity>,
    ) {
        let bodies = packet.pairs.map(|pair| pairs[pair].bodies);
        let store = |end: usize| {
            move |k: usize, velocity: RigidVelocity| {
                velocities.set(bodies[k][end] as usize, velocity);
            }
        };
        self.a.store(packet.count, store(0));
        self.b.store(packet.count, store(1));
    }
}
