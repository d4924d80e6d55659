//! External forces that a program gives for the next frame. Without any, no pass runs and no memory is used.

use crate::error::Error;
use crate::memory::{Maker, NamedBuffer};
use pliant_passes::types::RigidLoad;
use pliant_passes::{Buffer, Engine};
use std::mem::take;

/// Forces on all particles and loads on all rigid bodies. They are input, not state, so checkpoints leave them out.
pub(crate) struct ForceBuffers {
    /// N.
    pub(crate) forces: Buffer<[f32; 3]>,
    /// Changes by the force and torque on each rigid body in a substep.
    pub(crate) loads: Buffer<RigidLoad>,
    own: Vec<NamedBuffer>,
}

impl ForceBuffers {
    /// Zero forces on `particles` and `rigids`.
    pub(crate) fn new<E: Engine>(
        engine: &mut E,
        [particles, rigids]: [usize; 2],
    ) -> Result<Self, Error> {
        let make = &mut Maker::new(engine);
        Ok(Self {
            forces: make.zeros("external forces", particles)?,
            loads: make.zeros("external loads", rigids)?,
            own: take(&mut make.all),
        })
    }

    /// Frees them.
    pub(crate) fn destroy<E: Engine>(&mut self, engine: &mut E) {
        let own = self.own.drain(..);
        own.for_each(|buffer| engine.destroy(buffer.id));
    }
}
