//! Buffers of intersections.

use super::plan::Plan;
use crate::error::Error;
use crate::memory::Maker;
use pliant_passes::types::{Intersection, Pull, WORKGROUP};
use pliant_passes::{Buffer, Engine, Workgroups};

/// Index of the dispatch arguments for each intersection.
pub(super) const EACH_CROSSING: u32 = 0;
/// Index of the dispatch arguments for each particle.
pub(super) const EACH_PARTICLE: u32 = 1;
/// Buffers of intersections; a few bytes each where no surfaces can collide.
pub(crate) struct IntersectionBuffers {
    /// Intersections in the order in which they are found.
    pub(crate) found: Buffer<[u32; 3]>,
    /// The host's plan; all 0 without intersections.
    pub(in crate::contact) passing: Buffer<u32>,
    pub(super) intersections: Buffer<Intersection>,
    pub(super) starts: Buffer<u32>,
    pub(super) entries: Buffer<u32>,
    pub(super) dispatch_arguments: Buffer<[u32; 3]>,
    pub(super) pulls: Buffer<Pull>,
    pub(super) pushes: Buffer<[f32; 3]>,
}

impl IntersectionBuffers {
    pub(in crate::contact) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        capacity: u32,
        particles: usize,
    ) -> Result<Self, Error> {
        let room = capacity as usize;
        let particles = if room > 0 { particles } else { 0 };
        Ok(Self {
            found: make.empty::<[u32; 3]>("intersections found", room)?,
            passing: make.empty::<u32>("flags of particles at intersections", particles + 1)?,
            intersections: make.empty::<Intersection>("intersections", room)?,
            starts: make.empty::<u32>("starts of particles' intersections", particles + 1)?,
            entries: make.empty::<u32>("intersections of particles", 5 * room)?,
            dispatch_arguments: make.empty::<[u32; 3]>("workgroups of intersections", 2)?,
            pulls: make.empty::<Pull>("directions of intersections", room)?,
            pushes: make.empty::<[f32; 3]>("impulses of intersections", room)?,
        })
    }

    pub(super) fn workgroups(&self, index: u32) -> Workgroups {
        Workgroups {
            buffer: self.dispatch_arguments,
            index,
        }
    }

    pub(in crate::contact) fn upload<E: Engine>(
        &self,
        engine: &mut E,
        plan: Option<&Plan>,
        particles: u32,
    ) -> Result<(), Error> {
        let groups = |count: u32| [count.div_ceil(WORKGROUP), 1, 1];
        let Some(plan) = plan else {
            engine.write(self.passing, 0, bytemuck::bytes_of(&0_u32))?;
            let none = [groups(0); 2];
            return Ok(engine.write(self.dispatch_arguments, 0, bytemuck::cast_slice(&none))?);
        };
        let mut write = |buffer, bytes: &[u8]| engine.write(buffer, 0, bytes);
        write(self.passing.id(), bytemuck::cast_slice(&plan.passing))?;
        write(
            self.intersections.id(),
            bytemuck::cast_slice(&plan.intersections),
        )?;
        write(self.starts.id(), bytemuck::cast_slice(&plan.starts))?;
        write(self.entries.id(), bytemuck::cast_slice(&plan.entries))?;
        let counts = [plan.intersections.len() as u32, particles];
        Ok(write(
            self.dispatch_arguments.id(),
            bytemuck::cast_slice(&counts.map(groups)),
        )?)
    }
}
