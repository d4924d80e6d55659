//! CPU implementation of `shaders/rigid/blocks/changed_velocities.glsl`.

use crate::cpu::rigid::blocks::block::Manifolds;
use crate::cpu::rigid::colors::Packet;
use crate::memory::{Read, Shared};
use pliant_passes::types::{RigidPair, RigidVelocity};

impl Manifolds {
    /// Stores the velocities of bodies that move.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn store_ends(
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
