//! Triggers after each frame.

use super::Simulation;
use crate::collide::triggers::Snapshot;
use crate::error::Error;
use pliant_passes::Engine;

impl<E: Engine> Simulation<E> {
    /// Finds what entered and left triggers in the last frame.
    pub(super) fn update_triggers(&mut self) -> Result<(), Error> {
        self.evaluate_triggers(self.settings.substeps)
    }

    /// Finds what is in triggers now, as if it had just entered.
    pub(super) fn reset_triggers(&mut self) -> Result<(), Error> {
        self.triggers.reset();
        self.evaluate_triggers(1)
    }

    pub(super) fn evaluate_triggers(&mut self, steps: u32) -> Result<(), Error> {
        if !self.triggers.any() {
            return Ok(());
        }
        let now = self.trigger_snapshot()?;
        let pools = &self.assembly.model.pools;
        let ranges: Vec<_> = (0..self.names.len()).map(|i| pools.range(i)).collect();
        let frame = (self.time(), self.settings.dt());
        let bodies = (self.collision_meshes.view(), &ranges[..]);
        self.triggers.update(bodies, now, steps, frame);
        Ok(())
    }

    /// Poses and positions of the state.
    pub(super) fn trigger_snapshot(&mut self) -> Result<Snapshot, Error> {
        Ok(Snapshot {
            parts: self.triggers.poses(&self.poses()),
            colliders: self.poses.clone(),
            positions: self.read_particles(self.assembly.buffers.particles.position)?,
        })
    }
}
