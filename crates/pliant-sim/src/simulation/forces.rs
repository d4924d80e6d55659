//! External forces on particles and rigid bodies for the next frame.

use super::Simulation;
use crate::error::Error;
use crate::memory::read;
use glam::DVec3;
use pliant_passes::Engine;
use pliant_passes::types::RigidLoad;

/// Forces on all particles, N, and loads on all rigid bodies.
pub(super) struct ExternalForces {
    on_particles: Vec<[f32; 3]>,
    on_rigids: Vec<RigidLoad>,
}

impl<E: Engine> Simulation<E> {
    /// Sets the external force on each particle of a body in the following frames, N. Pinned particles do not feel it.
    ///
    /// # Errors
    /// When the device is lost or has too little memory.
    ///
    /// # Panics
    /// When there is not one force for each particle.
    pub fn set_forces(&mut self, body: usize, forces: &[[f32; 3]]) -> Result<(), Error> {
        let range = self.particles_of(body);
        assert_eq!(forces.len(), range.len(), "one force for each particle");
        self.prepare_forces()?;
        let offset = (range.start * size_of::<[f32; 3]>()) as u64;
        let buffer = self.assembly.buffers.forces.forces;
        Ok(self
            .engine
            .write(buffer, offset, bytemuck::cast_slice(forces))?)
    }

    /// Sets the external force (N, at the centre of mass) and torque (N·m), world axes, on a rigid body in the following frames.
    ///
    /// # Errors
    /// When the device is lost or has too little memory.
    pub fn set_load(&mut self, rigid: usize, force: DVec3, torque: DVec3) -> Result<(), Error> {
        self.prepare_forces()?;
        let h = self.settings.h();
        let body = &self.assembly.model.rigids.bodies[rigid];
        // A body that an axis of infinite inertia holds stores its angular velocity where others store their momentum.
        let turns = body.inverse_inertia.iter().all(|inverse| *inverse > 0.0);
        let torque = if turns { torque } else { DVec3::ZERO };
        let load = RigidLoad {
            velocity_change: (h * f64::from(body.inverse_mass) * force)
                .as_vec3()
                .to_array(),
            momentum_change: (h * torque).as_vec3().to_array(),
        };
        let offset = (rigid * size_of::<RigidLoad>()) as u64;
        let buffer = self.assembly.buffers.forces.loads;
        self.engine
            .write(buffer, offset, bytemuck::bytes_of(&load))?;
        if force != DVec3::ZERO || torque != DVec3::ZERO {
            self.wake_pushed(rigid)?;
        }
        Ok(())
    }

    /// What a program gave for the next frame, if anything.
    pub(super) fn external_forces(&mut self) -> Result<Option<ExternalForces>, Error> {
        let model = &self.assembly.model;
        if !model.forced {
            return Ok(None);
        }
        let own = &self.assembly.buffers.forces;
        let (particles, rigids) = (model.masses.len(), model.rigids.bodies.len());
        Ok(Some(ExternalForces {
            on_particles: read(&mut self.engine, own.forces, 0, particles)?,
            on_rigids: read(&mut self.engine, own.loads, 0, rigids)?,
        }))
    }

    /// After a tear: gives particles the forces of those that they come from. A particle that was split splits its force by mass.
    pub(super) fn split_forces(
        &mut self,
        before: &ExternalForces,
        origins: &[u32],
        masses: &[f32],
    ) -> Result<(), Error> {
        let own = self.assembly.model.masses.iter().zip(origins);
        let force = |(mass, origin): (&f32, &u32)| {
            let whole = masses[*origin as usize];
            let fraction = if whole > 0.0 { mass / whole } else { 0.0 };
            before.on_particles[*origin as usize].map(|f| fraction * f)
        };
        let forces: Vec<[f32; 3]> = own.map(force).collect();
        self.prepare_forces()?;
        let own = &self.assembly.buffers.forces;
        let (on_particles, on_rigids) = (own.forces, own.loads);
        let bytes = bytemuck::cast_slice(&forces);
        self.engine.write(on_particles, 0, bytes)?;
        let bytes = bytemuck::cast_slice(&before.on_rigids);
        Ok(self.engine.write(on_rigids, 0, bytes)?)
    }

    /// Makes the buffers of forces, and records the frame again with the passes that apply them.
    fn prepare_forces(&mut self) -> Result<(), Error> {
        if self.assembly.model.forced {
            return Ok(());
        }
        self.assembly
            .prepare_forces(&self.settings, &mut self.engine)
    }
}
