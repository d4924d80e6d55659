//! State that is read back from the engine.

use super::Simulation;
use crate::DrawnVertices;
use crate::Particles;
use crate::constraints::constraint_lists::ConstraintList;
use crate::constraints::constraint_lists::ConstraintListBuffers;
use crate::error::Error;
use crate::memory::read;
use crate::metrics::Tension;
use crate::metrics::measure::is_present;
use crate::metrics::measure::vector;
use crate::metrics::residual::SubstepResults;
use crate::step::last_displacement;
use glam::DVec3;
use pliant_passes::Buffer;
use pliant_passes::Engine;
use pliant_passes::types::Link;
use pliant_passes::types::NONE;
use pliant_scene::Solver;

/// Hash of no bytes.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues a hash with more bytes, by the algorithm FNV-1a.
fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

impl<E: Engine> Simulation<E> {
    /// Reads all particles.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn particles(&mut self) -> Result<Particles, Error> {
        let elements = self.assembly.model.pools.elements.iter();
        let triangles = elements.filter(|corners| corners[2] != NONE);
        let triangles = triangles.copied().collect();
        let xyz = |all: Vec<[f32; 4]>| all.into_iter().map(|[x, y, z, _]| [x, y, z]).collect();
        let positions = self.read_particles(self.assembly.buffers.particles.position)?;
        Ok(Particles {
            present: positions.iter().map(is_present).collect(),
            positions: xyz(positions),
            velocities: xyz(self.read_particles(self.assembly.buffers.particles.velocity)?),
            first: self.assembly.model.pools.first_particle.clone(),
            triangles,
        })
    }

    /// Reads the vertices that are drawn, with their normals. A tear changes neither their number nor their order.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn vertices(&mut self) -> Result<DrawnVertices, Error> {
        let model = &self.assembly.model;
        let all = (model.pools.vertices() + model.deforming.count()) as usize;
        let shaded = model.vertices.ranges.len();
        let buffers = &self.assembly.buffers.vertices;
        Ok(DrawnVertices {
            positions: read(&mut self.engine, buffers.positions, 0, all)?,
            normals: read(&mut self.engine, buffers.normals, 0, shaded)?,
            first: model.pools.first_vertex.clone(),
            deforming: model.deforming.nodes().collect(),
        })
    }

    /// Hash of the exact bits of the state: positions and velocities of particles, poses and velocities of rigid bodies. Two runs that
    /// agree in it took the same trajectory, on whatever machine.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn state_hash(&mut self) -> Result<u64, Error> {
        let particles = &self.assembly.buffers.particles;
        let (position, velocity) = (particles.position, particles.velocity);
        let positions = self.read_particles(position)?;
        let velocities = self.read_particles(velocity)?;
        let hash = fnv1a(FNV_START, bytemuck::cast_slice(&positions));
        let hash = fnv1a(hash, bytemuck::cast_slice(&velocities));
        Ok(fnv1a(hash, bytemuck::cast_slice(&self.rigid_states)))
    }

    /// The tension of each distance link at the end of the last substep, from its λ, N; negative where it pushes.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn tensions(&mut self) -> Result<Vec<Tension>, Error> {
        let h = self.settings.h();
        let lambdas = self.link_lambdas()?;
        let tension = |(link, lambda): (&Link, f32)| Tension {
            particles: [link.a, link.b],
            rest: link.rest.into(),
            tension: -f64::from(lambda) / (h * h),
        };
        Ok(self
            .assembly
            .model
            .constraints
            .links
            .iter()
            .zip(lambdas)
            .map(tension)
            .collect())
    }

    /// The pressure of each particle at the end of the last substep, Pa; 0 for particles that are no fluid.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn pressures(&mut self) -> Result<Vec<f32>, Error> {
        let mut pressures = vec![0.0; self.assembly.model.masses.len()];
        let sorted_particles = self.sorted_particles()?;
        let pressure = self.assembly.buffers.fluids.pressure;
        let found: Vec<f32> = read(&mut self.engine, pressure, 0, sorted_particles.len())?;
        let unit = f64::from(self.assembly.model.fluids.params.pressure_unit)
            / pliant_math::powi(self.settings.h(), 2);
        for (particle, pressure) in sorted_particles.into_iter().zip(found) {
            pressures[particle as usize] = (unit * f64::from(pressure)) as f32;
        }
        Ok(pressures)
    }

    /// λ of each link, in the order of the model's links, whichever solver wrote it.
    pub(super) fn link_lambdas(&mut self) -> Result<Vec<f32>, Error> {
        if self.frame == 0 {
            return Ok(vec![0.0; self.assembly.model.constraints.links.len()]);
        }
        if self.settings.solver == Solver::GaussSeidel {
            return read(
                &mut self.engine,
                self.assembly.buffers.links.lambda,
                0,
                self.assembly.model.constraints.links.len(),
            );
        }
        let slotted = &self.assembly.model.constraints.slotted;
        let (lambda, count) = (self.assembly.buffers.links.lambda, slotted.slots.len());
        let slots: Vec<f32> = read(&mut self.engine, lambda, 0, count)?;
        Ok(slotted
            .slots_of
            .iter()
            .map(|[slot, _]| slots[*slot as usize])
            .collect())
    }

    /// λ of each list of constraints.
    pub(super) fn list_lambdas(&mut self) -> Result<Vec<Vec<f32>>, Error> {
        let of = |(list, buffers): (&ConstraintList, &ConstraintListBuffers)| {
            let rows = list.len() * list.kind.rows;
            if self.frame == 0 {
                Ok(vec![0.0; rows])
            } else {
                read(&mut self.engine, buffers.lambda, 0, rows)
            }
        };
        self.assembly
            .model
            .constraints
            .lists
            .iter()
            .zip(&self.assembly.buffers.lists)
            .map(of)
            .collect()
    }

    /// Row of the material pool and λ of each balloon.
    pub(super) fn balloon_lambdas(&mut self) -> Result<Vec<(u32, f32)>, Error> {
        let balloons = &self.assembly.model.balloons.balloons;
        let lambdas: Vec<[f32; 2]> = if self.frame == 0 {
            vec![[0.0; 2]; balloons.len()]
        } else {
            let buffer = self.assembly.buffers.balloons.volume_lambda;
            read(&mut self.engine, buffer, 0, balloons.len())?
        };
        let rows = balloons.iter().map(|b| b.material);
        Ok(rows
            .zip(lambdas.into_iter().map(|[lambda, _]| lambda))
            .collect())
    }

    /// Force on each watched particle, mean over the frame's substeps, N.
    pub(super) fn forces(&mut self) -> Result<Vec<DVec3>, Error> {
        let sums: Vec<[f32; 4]> = read(
            &mut self.engine,
            self.assembly.buffers.watches.forces,
            0,
            self.assembly.model.watches.watches.len(),
        )?;
        let h = self.settings.h();
        Ok(sums
            .iter()
            .map(|sum| vector(sum) / (h * h * f64::from(self.settings.substeps)))
            .collect())
    }

    /// State that residuals are computed from; `None` in frame 0 and without `Settings::residuals`.
    pub(super) fn residual_state(&mut self) -> Result<Option<SubstepResults>, Error> {
        if self.frame == 0 || !self.settings.residuals {
            return Ok(None);
        }
        let particles = self.assembly.model.masses.len();
        let last = last_displacement(&self.settings, &self.assembly.buffers.particles);
        let corners = self
            .assembly
            .model
            .constraints
            .lists
            .iter()
            .map(|f| f.corner_count() as usize);
        let (corners, slots) = (
            corners.sum(),
            self.assembly.model.contact_slots as usize * particles,
        );
        let (engine, buffers) = (&mut self.engine, &self.assembly.buffers);
        let row_residuals = self
            .assembly
            .model
            .constraints
            .lists
            .iter()
            .zip(&buffers.lists);
        let row_residuals: Result<Vec<Vec<f32>>, Error> = row_residuals
            .map(|(list, own)| read(engine, own.lambda_before, 0, list.len() * list.kind.rows))
            .collect();
        Ok(Some(SubstepResults {
            compensations: read(engine, buffers.particles.compensation, 0, particles)?,
            displacement: [
                read(engine, buffers.particles.predicted, 0, particles)?,
                read(engine, last, 0, particles)?,
            ],
            corrections: read(engine, buffers.particles.correction, 0, corners)?,
            row_residuals: row_residuals?,
            contacts: read(engine, buffers.colliders.contacts, 0, slots)?,
        }))
    }

    /// The particle at each sorted position of the fluid grid.
    pub(super) fn sorted_particles(&mut self) -> Result<Vec<u32>, Error> {
        let particles = &self.assembly.model.fluids.particles;
        let order = self.assembly.buffers.fluids.grid.order;
        let order: Vec<u32> = read(&mut self.engine, order, 0, particles.len())?;
        Ok(order
            .into_iter()
            .map(|point| particles[point as usize])
            .collect())
    }

    pub(super) fn read_particles(
        &mut self,
        buffer: Buffer<[f32; 4]>,
    ) -> Result<Vec<[f32; 4]>, Error> {
        read(
            &mut self.engine,
            buffer,
            0,
            self.assembly.model.masses.len(),
        )
    }
}
