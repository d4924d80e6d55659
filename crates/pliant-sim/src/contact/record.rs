//! Records the solve, the truncation and the restitution of deformable contacts (docs/method.md §24).

use super::contact_buffers::ContactPasses;
use super::contacts::DeformableContacts;
use crate::world::Iterate;
use pliant_passes::passes::contact;
use pliant_passes::types::{
    AFTER_TRUNCATION, DISPATCH_CANDIDATES, DISPATCH_PARTICLES, DISPATCH_TRUNCATED_CANDIDATES,
    DISPATCH_TRUNCATED_PARTICLES, DeformableContactParams, FEATURE_ACCUMULATE, FEATURE_FIRST_ROUND,
    FEATURE_JACOBI, TRUNCATION_ROUNDS,
};
use pliant_passes::{Buffer, Recording, Variant, bind};

/// Rounds of contacts in the last iteration of a substep; each applies all contacts at once.
const LAST_ROUNDS: u32 = 5;

impl DeformableContacts {
    /// Solves contacts in `iterate`. `first`, `last`: whether this is a substep's first or last iteration.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        ([first, last], features): ([bool; 2], u32),
        iterate: Iterate,
    ) {
        if self.elements.is_empty() {
            return;
        }
        let features = features & FEATURE_JACOBI;
        let begins = |first| if first { FEATURE_FIRST_ROUND } else { 0 };
        self.separate_intersections(record, passes, features | begins(first), iterate);
        let rounds = if last { LAST_ROUNDS } else { 1 };
        for round in 0..rounds {
            let features = features | begins(first && round == 0);
            self.round(record, passes, features, iterate);
        }
    }

    /// Solves contacts once and applies all of them.
    fn round(
        &self,
        record: &mut Recording,
        (world, own): ContactPasses<'_>,
        features: u32,
        iterate: Iterate,
    ) {
        let (params, contacts) = (self.params(self.particles()), &own.contacts);
        let solved = bind!(contact::SolveContactRows {
            state, coefficients from own; frame from world;
            body_of from world.particles;
            rows, split_inverse_mass, lambdas, pushes from contacts;
            displacement from iterate;
        });
        let variant = |features| Variant { lanes: 1, features };
        let all = own.workgroups(DISPATCH_PARTICLES);
        let first = variant(features & FEATURE_FIRST_ROUND);
        record.pass_indirect(solved, params, all, first);
        let applied = bind!(contact::ApplyContacts {
            starts, entries, rows, pushes, split_inverse_mass from contacts;
            velocity, position from world.particles;
            displacement, displacement_before, current_position from iterate;
        });
        let jacobi = variant(features & FEATURE_JACOBI);
        record.pass_indirect(applied, params, all, jacobi);
    }

    /// Truncates displacements, so that no surfaces pass through each other, whatever the solver left. The first rounds truncate only
    /// the particles of pairs that would; the last one keeps all pairs apart by planes at rest.
    pub(crate) fn truncate(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        displacement: Buffer<[f32; 4]>,
    ) {
        if self.elements.is_empty() {
            return;
        }
        let (world, own) = passes;
        self.search_again(record, passes, displacement);
        let limited = bind!(contact::LimitDisplacements {
            state, outwards, dispatch_arguments from own;
            corners, keys, clearances from own.candidates;
            motions, limit_bits from own.motion;
            position, body_of from world.particles; displacement;
            passing from own.intersections;
        });
        for round in 1..=TRUNCATION_ROUNDS {
            let params = DeformableContactParams {
                stage: AFTER_TRUNCATION,
                last_round: u32::from(round == TRUNCATION_ROUNDS),
                ..self.params(self.particles())
            };
            let dispatch_arguments = match round {
                1 => DISPATCH_CANDIDATES,
                _ => DISPATCH_TRUNCATED_CANDIDATES,
            };
            own.call(record, limited, params, dispatch_arguments);
            let measured = self.measured(passes, displacement);
            own.call(record, measured, params, DISPATCH_TRUNCATED_PARTICLES);
        }
    }

    /// Applies restitution. `last`: counts contacts at the frame's end; `accumulate`: accumulates contact forces.
    pub(crate) fn apply_restitution(
        &self,
        record: &mut Recording,
        passes: ContactPasses<'_>,
        displacement: Buffer<[f32; 4]>,
        [last, accumulate]: [bool; 2],
    ) {
        if self.elements.is_empty() {
            return;
        }
        self.damp_intersections(record, passes);
        let (world, own) = passes;
        let contacts = &own.contacts;
        let params = DeformableContactParams {
            counts_contacts: u32::from(last),
            ..self.params(self.particles())
        };
        let computed = bind!(contact::ComputeBounces {
            state, coefficients from own; frame, status from world;
            body_of, velocity from world.particles;
            rows, lambdas, split_inverse_mass, pushes from contacts; displacement;
            slips from own.candidates;
        });
        own.call(record, computed, params, DISPATCH_PARTICLES);
        let applied = bind!(contact::ApplyBounces {
            frame, status from world;
            body_of, velocity, accumulators from world.particles;
            starts, entries, rows, lambdas, pushes from contacts;
        });
        let features = if accumulate { FEATURE_ACCUMULATE } else { 0 };
        let variant = Variant { lanes: 1, features };
        record.pass_indirect(applied, params, own.workgroups(DISPATCH_PARTICLES), variant);
    }
}
