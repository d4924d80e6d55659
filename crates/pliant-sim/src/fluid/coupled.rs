//! Coupling of fluids with free rigid bodies (docs/method.md §28).

use super::buffers::{FluidCoupleBuffers, FluidPasses};
use super::fluids::FluidCouples;
use crate::couple::{apply_impulses, sum_impulses};
use crate::rigid::RigidBuffers;
use pliant_passes::Recording;
use pliant_passes::passes::fluid;
use pliant_passes::types::{FluidParams, RigidStep};

impl FluidCouples {
    fn step_bytes(&self) -> u64 {
        u64::from(self.bodies) * size_of::<RigidStep>() as u64
    }

    /// Once a substep: computes boundary weights, by which corrections of bodies and densities are scaled.
    pub(crate) fn compute_boundary_weights(
        &self,
        record: &mut Recording,
        (world, fluids, rigids): FluidPasses<'_>,
        params: FluidParams,
    ) {
        if !self.any() {
            return;
        }
        let own = &fluids.coupled;
        record.copy(rigids.steps, own.last_steps, self.step_bytes());
        record.fill(own.sums, 0);
        let weights = fluid::ComputeBoundaryWeights {
            particles: fluids.particles,
            order: fluids.grid.order,
            sorted_position: fluids.grid.sorted,
            colliders: world.colliders.shapes,
            contacts: world.colliders.contacts,
            parts: fluids.parts,
            rigids: rigids.rigids,
            states: rigids.states,
            steps: rigids.steps,
            pushes: own.impulses,
        };
        record.pass(weights, params, params.count);
        self.sum(record, rigids, own);
        let scale = fluid::ScaleBoundaryCorrections {
            pushes: own.impulses,
            parts: fluids.parts,
            rigids: rigids.rigids,
            sums: own.sums,
            back: own.body_terms,
        };
        record.pass(scale, params, params.count);
    }

    /// Updates boundary densities for the bodies' current poses.
    pub(crate) fn update_boundary_density(
        &self,
        record: &mut Recording,
        (_, fluids, rigids): FluidPasses<'_>,
        params: FluidParams,
    ) {
        if !self.any() {
            return;
        }
        let own = &fluids.coupled;
        let update = fluid::UpdateBoundaryDensity {
            sorted_position: fluids.grid.sorted,
            pushes: own.impulses,
            parts: fluids.parts,
            states: rigids.states,
            steps: rigids.steps,
            seen: own.last_steps,
            walls: fluids.boundary,
        };
        record.pass(update, params, params.count);
        record.copy(rigids.steps, own.last_steps, self.step_bytes());
    }

    /// Moves bodies by the reactions to changes of pressures.
    pub(crate) fn apply_boundary_reactions(
        &self,
        record: &mut Recording,
        (_, fluids, rigids): FluidPasses<'_>,
        params: FluidParams,
    ) {
        if !self.any() {
            return;
        }
        let own = &fluids.coupled;
        let reactions = fluid::ComputeBoundaryReactions {
            sorted_position: fluids.grid.sorted,
            parts: fluids.parts,
            change: fluids.change,
            states: rigids.states,
            steps: rigids.steps,
            pushes: own.impulses,
        };
        record.pass(reactions, params, params.count);
        self.sum(record, rigids, own);
        apply_impulses(record, rigids, self.bodies, own.sums);
    }

    fn sum(&self, record: &mut Recording, rigids: &RigidBuffers, own: &FluidCoupleBuffers) {
        let count = self.slots * self.points;
        sum_impulses(record, rigids, count, (own.impulses, own.sums));
    }
}
