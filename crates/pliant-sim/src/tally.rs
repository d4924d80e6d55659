//! Forces between bodies and what they touch, from what the device tallied over a frame.

use crate::measure::vector;
use crate::scratch::read;
use crate::simulation::Simulation;
use crate::{ContactForce, Error};
use glam::DVec3;
use pliant_kernels::Engine;
use pliant_kernels::types::{TALLIES, Tally};
use std::collections::BTreeMap;

impl<E: Engine> Simulation<E> {
    /// What each body puts on each collider that it touched in the last frame, by body, then by collider.
    pub(crate) fn contact_forces(&mut self) -> Result<Vec<ContactForce>, Error> {
        if !self.settings.contact_forces || self.frame == 0 {
            return Ok(Vec::new());
        }
        let body_of = &self.made.parts.pools.body_of;
        let count = TALLIES as usize * body_of.len();
        let tallies: Vec<Tally> = read(&mut self.engine, self.made.buffers.tallies, 0, count)?;
        let mut sums = BTreeMap::<(u32, u32), DVec3>::new();
        for (tally, body) in tallies.iter().zip(body_of.iter().cycle()) {
            if let Some(collider) = tally.other.checked_sub(1) {
                *sums.entry((*body, collider)).or_default() += vector(&tally.impulse);
            }
        }
        let dt = self.settings.dt();
        let force = |((body, collider), impulse): ((u32, u32), DVec3)| ContactForce {
            a: self.names[body as usize].clone(),
            b: self.collider_names[collider as usize].clone(),
            force: (-impulse / dt).to_array(),
        };
        Ok(sums.into_iter().map(force).collect())
    }
}
