//! Records the passes of fluids in a frame.

use super::fluid_buffers::FluidPasses;
use super::fluids::Fluids;
use crate::world::Iterate;
use pliant_passes::passes::fluid;
use pliant_passes::types::{
    ColliderContactParams, EmitParams, FEATURE_ACCUMULATE, FEATURE_COUPLED, FEATURE_JACOBI,
    FEATURE_VORTICITY, FluidParams, RemoveParams,
};
use pliant_passes::{Buffer, Recording, Variant, bind};

impl Fluids {
    /// Emits the particles of a substep.
    pub(crate) fn emit(&self, record: &mut Recording, passes: FluidPasses<'_>, substep: u32) {
        let (world, own, _) = passes;
        let count = self.emitters.capacity;
        if count > 0 {
            let params = EmitParams { count, substep };
            let buffers = bind!(fluid::EmitParticles {
                births from own;
                position, velocity, compensation from world.particles;
            });
            record.pass(buffers, params, count);
        }
    }

    /// Removes particles below `kill_below`.
    pub(crate) fn remove_particles(&self, record: &mut Recording, passes: FluidPasses<'_>) {
        let count = self.particles.len() as u32;
        if let Some(level) = self.kill_below.filter(|_| count > 0) {
            let (world, own, _) = passes;
            let params = RemoveParams { count, level };
            let buffers = bind!(fluid::RemoveParticles {
                particles, volumes from own;
                position, velocity, compensation from world.particles;
            });
            record.pass(buffers, params, count);
        }
    }

    /// At predicted positions: finds neighbours, integrates boundary densities, and scales density corrections. `contact` holds
    /// the parameters of contact passes.
    pub(crate) fn find_neighbours(
        &self,
        record: &mut Recording,
        passes: FluidPasses<'_>,
        contact: ColliderContactParams,
    ) {
        if self.particles.is_empty() {
            return;
        }
        let ((world, own, _), params) = (passes, self.params);
        let grid = &own.grid;
        let points = bind!(fluid::PredictPoints {
            particles, volumes from own;
            position, displacement from world.particles;
            points = own.scratch.vectors;
        });
        record.pass(points, params, params.count);
        grid.search_sorted(record, own.scratch.vectors, own.body_of);
        self.gather_positions(record, passes, world.particles.displacement);
        if params.slots > 0 {
            let walls = bind!(fluid::IntegrateBoundary {
                particles, boundary_gradient, sorted_boundary from own;
                order, sorted_position from grid;
                contacts, clearances from world.colliders;
                position from world.particles;
                surroundings = world.colliders.surroundings();
            });
            let params = FluidParams {
                first_pose: contact.first_pose,
                ..params
            };
            let mut variant = self.collision_meshes;
            if self.stores_collider_parts() {
                variant.features |= FEATURE_ACCUMULATE;
            }
            record.pass_variant(walls, params, params.count, variant);
        }
        self.couples
            .compute_boundary_weights(record, passes, params);
        let scale = bind!(fluid::ScaleDensityCorrections {
            particles, sorted_boundary, correction_scale from own;
            order from grid; velocity from world.particles;
            lists = grid.lists();
        });
        let variant = self.variant(0);
        record.pass_variant(scale, params, params.count, variant);
    }

    /// Gathers positions, at the given displacements, in the order of the grid.
    fn gather_positions(
        &self,
        record: &mut Recording,
        passes: FluidPasses<'_>,
        displacement: Buffer<[f32; 4]>,
    ) {
        let (world, own, _) = passes;
        let order = bind!(fluid::OrderPositions {
            particles, volumes from own; order, sorted_position from own.grid;
            position from world.particles; displacement;
        });
        record.pass(order, self.params, self.params.count);
    }

    /// Solves densities in `iterate`.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        passes: FluidPasses<'_>,
        (keep, features): (f32, u32),
        iterate: Iterate,
    ) {
        if self.particles.is_empty() {
            return;
        }
        let (world, own, _) = passes;
        let grid = &own.grid;
        let params = FluidParams {
            keep_pressure: keep,
            ..self.params
        };
        self.gather_positions(record, passes, iterate.displacement);
        self.couples.update_boundary_density(record, passes, params);
        let densities = bind!(fluid::SolveDensities {
            pressure, sorted_boundary, correction_scale from own;
            boundary_scale from own.coupled;
            pressure_change = own.scratch.numbers; lists = grid.lists();
        });
        let coupled = if self.couples.any() {
            FEATURE_COUPLED
        } else {
            0
        };
        let variant = self.variant(coupled);
        record.pass_variant(densities, params, params.count, variant);
        let apply = bind!(fluid::ApplyPressure {
            particles, sorted_boundary from own; order from grid;
            velocity, position from world.particles;
            displacement, displacement_before, current_position from iterate;
            pressure_change = own.scratch.numbers; lists = grid.lists();
        });
        let variant = self.variant(features & FEATURE_JACOBI);
        record.pass_variant(apply, params, params.count, variant);
        self.couples
            .apply_boundary_reactions(record, passes, params);
        self.accumulate_forces(record, passes, params);
    }

    /// Accumulates the impulses of pressures on colliders and on other bodies, where contact forces are measured.
    fn accumulate_forces(
        &self,
        record: &mut Recording,
        passes: FluidPasses<'_>,
        params: FluidParams,
    ) {
        let Some(colliders) = self.accumulate else {
            return;
        };
        let (world, own, _) = passes;
        let grid = &own.grid;
        let forces = bind!(fluid::SumBoundaryForces {
            particles, body_of, boundary_gradient from own; order from grid;
            contacts from world.colliders; accumulators from world.particles;
            status from world; pressure_change = own.scratch.numbers;
            lists = grid.lists();
        });
        let params = FluidParams {
            colliders,
            ..params
        };
        record.pass(forces, params, params.count);
    }

    /// Applies XSPH viscosity, cohesion and vorticity confinement to velocities.
    pub(crate) fn apply_viscosity(&self, record: &mut Recording, passes: FluidPasses<'_>) {
        if self.particles.is_empty() {
            return;
        }
        let ((world, own, _), params) = (passes, self.params);
        let grid = &own.grid;
        let gather = bind!(fluid::GatherVelocities {
            fluids, particles, volumes, sorted_material from own;
            body_of, position, velocity from world.particles;
            order, sorted_position from grid;
            sorted_velocity = own.scratch.vectors;
            sorted_inverse_mass = own.scratch.numbers;
        });
        let variant = Variant {
            lanes: 1,
            features: self.features,
        };
        record.pass_variant(gather, params, params.count, variant);
        self.confine_vorticity(record, passes);
        let viscosity = bind!(fluid::ApplyViscosity {
            particles, density, sorted_boundary, sorted_material, sorted_confinement from own;
            order from grid; velocity from world.particles;
            sorted_velocity = own.scratch.vectors;
            sorted_inverse_mass = own.scratch.numbers; lists = grid.lists();
        });
        let variant = self.variant(self.features);
        record.pass_variant(viscosity, params, params.count, variant);
    }

    /// Computes vorticity confinement, where some fluid has it.
    fn confine_vorticity(&self, record: &mut Recording, passes: FluidPasses<'_>) {
        if self.features & FEATURE_VORTICITY == 0 {
            return;
        }
        let ((_, own, _), params) = (passes, self.params);
        let lists = own.grid.lists();
        let vorticity = bind!(fluid::ComputeVorticity {
            sorted_vorticity from own; lists;
            sorted_velocity = own.scratch.vectors;
        });
        let variant = self.variant(0);
        record.pass_variant(vorticity, params, params.count, variant);
        let confine = bind!(fluid::ConfineVorticity {
            sorted_vorticity, sorted_material, sorted_confinement from own;
            lists;
        });
        record.pass_variant(confine, params, params.count, variant);
    }
}
