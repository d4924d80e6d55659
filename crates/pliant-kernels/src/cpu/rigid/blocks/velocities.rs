//! Manifolds in velocities: CPU implementation of `shaders/rigid/blocks/velocities.glsl`.

use crate::cpu::rigid::blocks::block::Manifolds;
use crate::cpu::rigid::blocks::surface_motion::Surfaces;
use crate::cpu::rigid::colors::Packet;
use crate::memory::{Read, Shared};
use pliant_passes::types::{Manifold, POINTS, RigidContact, RigidPair, RigidVelocity};

/// Velocities of bodies that a pass reads, or changes.
pub(in crate::cpu::rigid) trait Velocities {
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
    pub(in crate::cpu::rigid) fn load_ends(
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
}
