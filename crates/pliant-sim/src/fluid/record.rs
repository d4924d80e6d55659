//! Records the passes of fluids in a frame.

use super::buffers::FluidPasses;
use super::fluids::Fluids;
use crate::world::Iterate;
use pliant_passes::passes::fluid;
use pliant_passes::types::{
    ColliderContactParams, EmitParams, FEATURE_ACCUMULATE, FEATURE_COUPLED, FEATURE_JACOBI,
    FEATURE_SWIRL, FluidParams, KillParams,
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
            let params = KillParams { count, level };
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
            points: own.flows,
        };
        record.pass(points, params, params.count);
        grid.search_places(record, own.flows, own.body_of);
        self.place(record, passes, world.particles.displacement);
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
                position: world.particles.position,
                walls: own.walls,
                parts: own.parts,
            };
            let params = FluidParams {
                first_pose: contact.first_pose,
                ..params
            };
            let mut variant = self.collision_meshes;
            if self.keeps_parts() {
                variant.features |= FEATURE_ACCUMULATE;
            }
            record.pass_variant(walls, params, params.count, variant);
        }
        self.couples.brace(record, passes, params);
        let split = fluid::ScaleDensityCorrections {
            particles: own.particles,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            walls: own.walls,
            velocity: world.particles.velocity,
            hold: own.hold,
        };
        let variant = self.shared(0);
        record.pass_variant(split, params, params.count, variant);
    }

    /// Gathers positions, at the given displacements, in the order of the grid.
    fn place(
        &self,
        record: &mut Recording,
        passes: FluidPasses<'_>,
        displacement: Buffer<[f32; 4]>,
    ) {
        let (world, own, _) = passes;
        let placed = fluid::OrderPositions {
            particles: own.particles,
            volumes: own.volumes,
            order: own.grid.order,
            position: world.particles.position,
            displacement,
            sorted_position: own.grid.sorted,
        };
        record.pass(placed, self.params, self.params.count);
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
            keep,
            ..self.params
        };
        self.place(record, passes, iterate.displacement);
        self.couples.follow(record, passes, params);
        let pressed = fluid::SolveDensities {
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            walls: own.walls,
            hold: own.hold,
            back: own.coupled.back,
            pressure: own.pressure,
            change: own.change,
        };
        let coupled = if self.couples.any() {
            FEATURE_COUPLED
        } else {
            0
        };
        let variant = self.shared(coupled);
        record.pass_variant(pressed, params, params.count, variant);
        let pushed = fluid::ApplyPressure {
            particles: own.particles,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            walls: own.walls,
            change: own.change,
            velocity: world.particles.velocity,
            position: world.particles.position,
            displacement: iterate.displacement,
            displacement_before: iterate.displacement_before,
            current_position: iterate.current_position,
        };
        let variant = self.shared(features & FEATURE_JACOBI);
        record.pass_variant(pushed, params, params.count, variant);
        self.couples.react(record, passes, params);
        self.tell(record, passes, params);
    }

    /// Accumulates the impulses of pressures on colliders and on other bodies, where contact forces are measured.
    fn tell(&self, record: &mut Recording, passes: FluidPasses<'_>, params: FluidParams) {
        let Some(colliders) = self.accumulate else {
            return;
        };
        let (world, own, _) = passes;
        let grid = &own.grid;
        let accumulated = fluid::SumBoundaryForces {
            particles: own.particles,
            body_of: own.body_of,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            contacts: world.colliders.contacts,
            parts: own.parts,
            change: own.change,
            accumulators: world.particles.accumulators,
            status: world.status,
        };
        let params = FluidParams {
            colliders,
            ..params
        };
        record.pass(accumulated, params, params.count);
    }

    /// Applies XSPH viscosity, cohesion and vorticity confinement to velocities.
    pub(crate) fn apply_viscosity(&self, record: &mut Recording, passes: FluidPasses<'_>) {
        if self.particles.is_empty() {
            return;
        }
        let ((world, own, _), params) = (passes, self.params);
        let grid = &own.grid;
        let flowing = fluid::GatherVelocities {
            fluids: own.fluids,
            body_of: world.particles.body_of,
            particles: own.particles,
            volumes: own.volumes,
            order: grid.order,
            position: world.particles.position,
            velocity: world.particles.velocity,
            sorted_position: grid.sorted,
            flows: own.flows,
            weights: own.change,
            livings: own.livings,
        };
        let variant = Variant {
            lanes: 1,
            features: self.living,
        };
        record.pass_variant(flowing, params, params.count, variant);
        self.swirl(record, passes);
        let stirred = fluid::ApplyViscosity {
            particles: own.particles,
            order: grid.order,
            counts: grid.counts,
            neighbours: grid.found.cast(),
            sorted_position: grid.sorted,
            walls: own.walls,
            flows: own.flows,
            weights: own.change,
            livings: own.livings,
            swirls: own.swirls,
            velocity: world.particles.velocity,
            density: own.density,
        };
        let variant = self.shared(self.living);
        record.pass_variant(stirred, params, params.count, variant);
    }

    /// Computes vorticity confinement, where some fluid has it.
    fn swirl(&self, record: &mut Recording, passes: FluidPasses<'_>) {
        if self.living & FEATURE_SWIRL == 0 {
            return;
        }
        let ((_, own, _), params) = (passes, self.params);
        let (counts, found, places) = (own.grid.counts, own.grid.found, own.grid.sorted);
        let turned = fluid::ComputeVorticity {
            counts,
            neighbours: found.cast(),
            sorted_position: places,
            flows: own.flows,
            curls: own.curls,
        };
        let variant = self.shared(0);
        record.pass_variant(turned, params, params.count, variant);
        let swirled = fluid::ConfineVorticity {
            counts,
            neighbours: found.cast(),
            sorted_position: places,
            curls: own.curls,
            livings: own.livings,
            swirls: own.swirls,
        };
        record.pass_variant(swirled, params, params.count, variant);
    }
}
