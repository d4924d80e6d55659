//! Records the passes of fluids in a frame.

use super::fluid_buffers::FluidPasses;
use super::fluids::Fluids;
use crate::world::Iterate;
use pliant_passes::passes::fluid;
use pliant_passes::types::{
    ColliderContactParams, EmitParams, FEATURE_ACCUMULATE, FEATURE_COUPLED, FEATURE_JACOBI,
    FEATURE_VORTICITY, FluidParams, RemoveParams,
};
use pliant_passes::{Buffer, Recording, Variant};

impl Fluids {
    /// Emits the particles of a substep.
    pub(crate) fn emit(&self, record: &mut Recording, passes: FluidPasses<'_>, substep: u32) {
        let (world, own, _) = passes;
        let count = self.emitters.capacity;
        if count > 0 {
            let params = EmitParams { count, substep };
            let buffers = fluid::EmitParticles {
                births: own.births,
                position: world.particles.position,
                velocity: world.particles.velocity,
                compensation: world.particles.compensation,
            };
            record.pass(buffers, params, count);
        }
    }

    /// Removes particles below `kill_below`.
    pub(crate) fn remove_particles(&self, record: &mut Recording, passes: FluidPasses<'_>) {
        let count = self.particles.len() as u32;
        if let Some(level) = self.kill_below.filter(|_| count > 0) {
            let (world, own, _) = passes;
            let params = RemoveParams { count, level };
            let buffers = fluid::RemoveParticles {
                particles: own.particles,
                volumes: own.volumes,
                position: world.particles.position,
                velocity: world.particles.velocity,
                compensation: world.particles.compensation,
            };
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
        let points = fluid::PredictPoints {
            particles: own.particles,
            volumes: own.volumes,
            position: world.particles.position,
            displacement: world.particles.displacement,
            points: own.velocities,
        };
        record.pass(points, params, params.count);
        grid.search_sorted(record, own.velocities, own.body_of);
        self.gather_positions(record, passes, world.particles.displacement);
        if params.slots > 0 {
            let walls = fluid::IntegrateBoundary {
                particles: own.particles,
                order: grid.order,
                sorted_position: grid.sorted,
                colliders: world.colliders.shapes,
                poses: world.colliders.poses,
                mesh_boxes: world.colliders.mesh_boxes,
                mesh_faces: world.colliders.mesh_faces,
                contacts: world.colliders.contacts,
                clearances: world.colliders.clearances,
                position: world.particles.position,
                sorted_boundary: own.boundary,
                boundary_gradient: own.boundary_gradient,
            };
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
        let scale = fluid::ScaleDensityCorrections {
            particles: own.particles,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            sorted_boundary: own.boundary,
            velocity: world.particles.velocity,
            correction_scale: own.correction_scales,
        };
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
        let order = fluid::OrderPositions {
            particles: own.particles,
            volumes: own.volumes,
            order: own.grid.order,
            position: world.particles.position,
            displacement,
            sorted_position: own.grid.sorted,
        };
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
        let densities = fluid::SolveDensities {
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            sorted_boundary: own.boundary,
            correction_scale: own.correction_scales,
            boundary_scale: own.coupled.body_terms,
            pressure: own.pressure,
            pressure_change: own.pressure_change,
        };
        let coupled = if self.couples.any() {
            FEATURE_COUPLED
        } else {
            0
        };
        let variant = self.variant(coupled);
        record.pass_variant(densities, params, params.count, variant);
        let apply = fluid::ApplyPressure {
            particles: own.particles,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            sorted_boundary: own.boundary,
            pressure_change: own.pressure_change,
            velocity: world.particles.velocity,
            position: world.particles.position,
            displacement: iterate.displacement,
            displacement_before: iterate.displacement_before,
            current_position: iterate.current_position,
        };
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
        let forces = fluid::SumBoundaryForces {
            particles: own.particles,
            body_of: own.body_of,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            contacts: world.colliders.contacts,
            boundary_gradient: own.boundary_gradient,
            pressure_change: own.pressure_change,
            accumulators: world.particles.accumulators,
            status: world.status,
        };
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
        let gather = fluid::GatherVelocities {
            fluids: own.fluids,
            body_of: world.particles.body_of,
            particles: own.particles,
            volumes: own.volumes,
            order: grid.order,
            position: world.particles.position,
            velocity: world.particles.velocity,
            sorted_position: grid.sorted,
            sorted_velocity: own.velocities,
            sorted_inverse_mass: own.pressure_change,
            sorted_material: own.coefficients,
        };
        let variant = Variant {
            lanes: 1,
            features: self.features,
        };
        record.pass_variant(gather, params, params.count, variant);
        self.confine_vorticity(record, passes);
        let viscosity = fluid::ApplyViscosity {
            particles: own.particles,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            sorted_boundary: own.boundary,
            sorted_velocity: own.velocities,
            sorted_inverse_mass: own.pressure_change,
            sorted_material: own.coefficients,
            sorted_confinement: own.confinement,
            velocity: world.particles.velocity,
            density: own.density,
        };
        let variant = self.variant(self.features);
        record.pass_variant(viscosity, params, params.count, variant);
    }

    /// Computes vorticity confinement, where some fluid has it.
    fn confine_vorticity(&self, record: &mut Recording, passes: FluidPasses<'_>) {
        if self.features & FEATURE_VORTICITY == 0 {
            return;
        }
        let ((_, own, _), params) = (passes, self.params);
        let (counts, found, sorted_position) = (own.grid.counts, own.grid.found, own.grid.sorted);
        let vorticity = fluid::ComputeVorticity {
            counts,
            neighbours: found.cast(),
            sorted_position,
            sorted_velocity: own.velocities,
            sorted_vorticity: own.vorticity,
        };
        let variant = self.variant(0);
        record.pass_variant(vorticity, params, params.count, variant);
        let confine = fluid::ConfineVorticity {
            counts,
            neighbours: found.cast(),
            sorted_position,
            sorted_vorticity: own.vorticity,
            sorted_material: own.coefficients,
            sorted_confinement: own.confinement,
        };
        record.pass_variant(confine, params, params.count, variant);
    }
}
