//! Coupling of fluids with free rigid bodies (docs/method.md §28).

use super::fluid_buffers::{FluidCoupleBuffers, FluidPasses};
use super::fluids::FluidCouples;
use crate::couple::{apply_impulses, sum_impulses};
use crate::rigid::RigidBuffers;
use pliant_passes::passes::fluid;
use pliant_passes::types::{FluidParams, RigidStep};
use pliant_passes::{Recording, bind};

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
        record.copy(rigids.steps, own.integrated_steps, self.step_bytes());
        record.fill(own.sums, 0);
        let weights = bind!(fluid::ComputeBoundaryWeights {
            particles, boundary_gradient from fluids;
            order, sorted_position from fluids.grid;
            contacts from world.colliders; rigids, states, steps from rigids;
            impulses from own; colliders = world.colliders.shapes;
        });
        record.pass(weights, params, params.count);
        self.sum(record, rigids, own);
        let scale = bind!(fluid::ScaleBoundaryCorrections {
            impulses, sums, boundary_scale from own;
            boundary_gradient from fluids; rigids from rigids;
        });
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
        let update = bind!(fluid::UpdateBoundaryDensity {
            impulses, integrated_steps from own;
            boundary_gradient, sorted_boundary from fluids;
            states, steps from rigids; sorted_position from fluids.grid;
        });
        record.pass(update, params, params.count);
        record.copy(rigids.steps, own.integrated_steps, self.step_bytes());
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
        let reactions = bind!(fluid::ComputeBoundaryReactions {
            boundary_gradient from fluids; states, steps from rigids;
            impulses from own; sorted_position from fluids.grid;
            pressure_change = fluids.scratch.numbers;
        });
        record.pass(reactions, params, params.count);
        self.sum(record, rigids, own);
        apply_impulses(record, rigids, self.bodies, own.sums);
    }

    fn sum(&self, record: &mut Recording, rigids: &RigidBuffers, own: &FluidCoupleBuffers) {
        let count = self.slots * self.points;
        sum_impulses(record, rigids, count, (own.impulses, own.sums));
    }
}
