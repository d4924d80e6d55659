//! A simulation's fluids as the host sees them: room for neighbours, pressures, and metrics.

use crate::leaks::Floors;
use crate::measure::{is_there, vector};
use crate::scratch::read;
use crate::simulation::Simulation;
use crate::{Densities, Error, FluidMetrics, Neighbourhood};
use pliant_passes::Engine;
use pliant_passes::types::Body;
use tracing::warn;

/// What the kernel of a scene's fluids is (docs/method.md §25), for benchmarks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FluidConstants {
    /// Of the kernel, m.
    pub radius: f32,
    /// The kernel at a point itself, 1/m³.
    pub density: f32,
    /// The slope of pushes there, 1/m⁴.
    pub push: f32,
    /// Of the change of pressures.
    pub relaxation: f32,
    /// What is added to the slopes of a density, 1/m.
    pub give: f32,
    /// What pressures are multiples of, times h², kg/m.
    pub unit: f32,
    /// Neighbours that a list has room for.
    pub room: u32,
}

impl<E: Engine> Simulation<E> {
    /// What the kernel of the scene's fluids is.
    #[must_use]
    pub fn fluid_constants(&self) -> FluidConstants {
        let params = &self.made.parts.fluids.params;
        FluidConstants {
            radius: params.radius,
            density: params.density,
            push: params.push,
            relaxation: params.relaxation,
            give: params.give,
            unit: params.unit,
            room: self.made.parts.fluids.capacity,
        }
    }

    /// Says what comes out of emitters in the frame after `frame`.
    pub(crate) fn upload_births(&mut self, frame: u64) -> Result<(), Error> {
        let parts = &self.made.parts;
        let emitters = &parts.fluids.emitters;
        let births = emitters.births(frame, &parts.kinematics, self.settings.repeat);
        let buffer = self.made.buffers.fluids.births;
        Ok(self
            .engine
            .write(buffer, 0, bytemuck::cast_slice(&births))?)
    }

    /// Warns once where an emitter has no particles left.
    pub(crate) fn tell_exhausted(&self) {
        for (body, pool) in self.made.parts.fluids.emitters.exhausted(self.frame) {
            warn!(
                "node \"{}\": all {pool} particles of its emitter are out at {:.3} s; raise limit in pliant_emit, or let its duration end before",
                self.names[body],
                self.time()
            );
        }
    }

    /// The pressure of each particle at the end of the last substep, Pa; 0 of what is no fluid.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn pressures(&mut self) -> Result<Vec<f32>, Error> {
        let mut pressures = vec![0.0; self.made.parts.masses.len()];
        let places = self.places()?;
        let of_places = self.made.buffers.fluids.pressure;
        let found: Vec<f32> = read(&mut self.engine, of_places, 0, places.len())?;
        let unit = f64::from(self.made.parts.fluids.params.unit) / self.settings.h().powi(2);
        for (particle, pressure) in places.into_iter().zip(found) {
            pressures[particle as usize] = (unit * f64::from(pressure)) as f32;
        }
        Ok(pressures)
    }

    /// The particle at each place of the grid's order of fluids.
    fn places(&mut self) -> Result<Vec<u32>, Error> {
        let particles = &self.made.parts.fluids.particles;
        let order = self.made.buffers.fluids.grid.order;
        let order: Vec<u32> = read(&mut self.engine, order, 0, particles.len())?;
        Ok(order
            .into_iter()
            .map(|point| particles[point as usize])
            .collect())
    }

    /// Whether a body is a fluid.
    pub(crate) fn is_fluid(&self, body: usize) -> bool {
        self.made.summary.bodies[body].kind == "fluid"
    }

    /// What is told of each body that is a fluid; nothing in frame 0.
    pub(crate) fn fluid_metrics(
        &mut self,
        positions: &[[f32; 4]],
    ) -> Result<Vec<Option<FluidMetrics>>, Error> {
        let mut sums = vec![Sum::default(); self.names.len()];
        if self.frame == 0 || self.made.parts.fluids.particles.is_empty() {
            return Ok(vec![None; sums.len()]);
        }
        let places = self.places()?;
        let (density, counts) = (
            self.made.buffers.fluids.density,
            self.made.buffers.fluids.grid.counts,
        );
        let densities: Vec<f32> = read(&mut self.engine, density, 0, places.len())?;
        let counts: Vec<u32> = read(&mut self.engine, counts, 0, places.len())?;
        let floors: Vec<Floors> = self.bodies.iter().map(|body| self.floors(body)).collect();
        for ((particle, density), count) in places.into_iter().zip(densities).zip(counts) {
            let at = &positions[particle as usize];
            let body = self.made.parts.pools.body_of[particle as usize] as usize;
            if !self.is_fluid(body) {
                continue;
            }
            if is_there(at) {
                sums[body].add(f64::from(density) - 1.0, count);
                sums[body].leaked += u64::from(floors[body].miss(vector(at)));
            } else {
                sums[body].gone += 1;
            }
        }
        let emitters = &self.made.parts.fluids.emitters;
        let told = sums.into_iter().enumerate();
        let told = told.map(|(body, sum)| {
            let pending = emitters.pending(body, self.frame);
            self.is_fluid(body).then(|| sum.metrics(pending))
        });
        Ok(told.collect())
    }

    fn floors(&self, body: &Body) -> Floors {
        let (poses, collision_meshes) = (&self.poses, self.collision_meshes.view());
        let colliders = self.whole_colliders();
        Floors::new(
            body,
            colliders,
            poses,
            collision_meshes,
            self.settings.gravity,
        )
    }
}

/// Over the particles of a fluid.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    particles: u64,
    error: f64,
    max_error: f64,
    neighbours: u64,
    max_neighbours: u32,
    gone: u64,
    leaked: u64,
}

impl Sum {
    fn add(&mut self, error: f64, neighbours: u32) {
        self.particles += 1;
        self.error += error.max(0.0);
        self.max_error = self.max_error.max(error);
        self.neighbours += u64::from(neighbours);
        self.max_neighbours = self.max_neighbours.max(neighbours);
    }

    fn metrics(self, pending: u64) -> FluidMetrics {
        let particles = self.particles.max(1) as f64;
        let removed = self.gone.saturating_sub(pending);
        FluidMetrics {
            density_error: Densities {
                mean: self.error / particles,
                max: self.max_error,
            },
            neighbours: Neighbourhood {
                mean: self.neighbours as f64 / particles,
                max: self.max_neighbours,
            },
            pending,
            removed,
            leaked: removed + self.leaked,
        }
    }
}
