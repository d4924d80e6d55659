//! When rigid bodies fall asleep, and what wakes them: decided between frames, from what the device tells.

use crate::Error;
use crate::scratch::read;
use crate::simulation::Simulation;
use glam::DVec3;
use pliant_passes::Engine;
use pliant_passes::types::{CoupledSum, RigidPair, RigidReach, STATUS_RIGID_PAIRS, STATUS_WOKEN};

impl<E: Engine> Simulation<E> {
    /// Whether something that sleeps was met or pushed in the last frame, and is awake now: it is to be simulated again.
    pub(crate) fn woke(&mut self) -> Result<bool, Error> {
        if self.status[STATUS_WOKEN as usize] == 0 {
            return Ok(false);
        }
        let rigids = &mut self.made.parts.rigids;
        let reaches = self.made.buffers.rigids.reaches;
        let reaches = read::<RigidReach, E>(&mut self.engine, reaches, 0, rigids.bodies.len())?;
        rigids.wake(&reaches);
        self.upload_rigids()?;
        Ok(true)
    }

    /// After a frame: islands that have rested fall asleep.
    pub(crate) fn doze(&mut self) -> Result<(), Error> {
        let falls = self.settings.gravity != DVec3::ZERO || self.made.parts.fields.any();
        if !(self.settings.sleeping && falls) {
            return Ok(());
        }
        let pulls = self.pulls(self.time());
        if !(self.made.parts.rigids).rest(&self.rigid_states, &pulls) {
            return Ok(());
        }
        let pairs = self.made.buffers.rigids.of_pairs.pairs;
        let count = self.status[STATUS_RIGID_PAIRS as usize] as usize;
        let pairs = read::<RigidPair, E>(&mut self.engine, pairs, 0, count)?;
        let pressed = self.pressed()?;
        let rigids = &mut self.made.parts.rigids;
        if rigids.doze(&pairs, &pressed, &mut self.rigid_states) {
            let states = self.made.buffers.rigids.states;
            let bytes = bytemuck::cast_slice(&self.rigid_states);
            self.engine.write(states, 0, bytes)?;
            self.upload_rigids()?;
        }
        Ok(())
    }

    /// Whether particles press each body, or hang on it: these go on as long as the particles move.
    fn pressed(&mut self) -> Result<Vec<bool>, Error> {
        let (parts, buffers) = (&self.made.parts, &self.made.buffers);
        let mut pressed = vec![false; parts.rigids.bodies.len()];
        let mut sums = Vec::new();
        if parts.couples.any() {
            sums.push(buffers.couples.sums);
        }
        if parts.fluids.couples.any() {
            sums.push(buffers.fluids.coupled.sums);
        }
        for sums in sums {
            let sums = read::<CoupledSum, E>(&mut self.engine, sums, 0, pressed.len())?;
            for (pressed, sum) in pressed.iter_mut().zip(sums) {
                *pressed |= sum.share > 0;
            }
        }
        for body in self.made.parts.rigid_attachments.bodies() {
            pressed[body as usize] = true;
        }
        Ok(pressed)
    }

    /// What the mouse holds is awake.
    pub(crate) fn rouse(&mut self, rigid: usize) -> Result<(), Error> {
        if self.made.parts.rigids.rouse(rigid) {
            self.upload_rigids()?;
        }
        Ok(())
    }

    pub(crate) fn upload_rigids(&mut self) -> Result<(), Error> {
        let bodies = bytemuck::cast_slice(&self.made.parts.rigids.bodies);
        let buffer = self.made.buffers.rigids.rigids;
        Ok(self.engine.write(buffer, 0, bodies)?)
    }

    /// All are awake, as at the start.
    pub(crate) fn wake_all(&mut self) -> Result<(), Error> {
        self.made.parts.rigids.wake_all(self.settings.dt());
        self.upload_rigids()
    }
}
