//! Forces between bodies and what they touch, from what the device tallied over a frame.

use crate::measure::vector;
use crate::scratch::read;
use crate::simulation::Simulation;
use crate::{ContactForce, Error};
use glam::DVec3;
use pliant_passes::Engine;
use pliant_passes::types::{ACCUMULATORS, Accumulator};
use std::collections::BTreeMap;

impl<E: Engine> Simulation<E> {
    /// What each body puts on each collider and on each later body that it touched in the last frame, by body, then by what
    /// it touched.
    pub(crate) fn contact_forces(&mut self) -> Result<Vec<ContactForce>, Error> {
        if !self.settings.contact_forces || self.frame == 0 {
            return Ok(Vec::new());
        }
        let colliders = self.whole_colliders().len() as u32;
        let body_of = &self.made.parts.pools.body_of;
        let count = ACCUMULATORS as usize * body_of.len();
        let accumulators: Vec<Accumulator> =
            read(&mut self.engine, self.made.buffers.accumulators, 0, count)?;
        let mut sums = BTreeMap::<(u32, u32), DVec3>::new();
        for (accumulate, body) in accumulators.iter().zip(body_of.iter().cycle()) {
            // Both of two bodies have tallied what they gave each other.
            let told = |other: &u32| {
                other
                    .checked_sub(colliders)
                    .is_none_or(|other| other > *body)
            };
            if let Some(other) = accumulate.other.checked_sub(1).filter(told) {
                *sums.entry((*body, other)).or_default() += vector(&accumulate.impulse);
            }
        }
        let names: Vec<&String> = self.collider_names.iter().chain(&self.names).collect();
        let dt = self.settings.dt();
        let force = |((body, other), impulse): ((u32, u32), DVec3)| ContactForce {
            a: self.names[body as usize].clone(),
            b: names[other as usize].clone(),
            force: (-impulse / dt).to_array(),
        };
        Ok(sums.into_iter().map(force).collect())
    }
}
