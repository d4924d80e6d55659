//! Jacobi: all links and lists are solved at once from the same displacements; each particle then sums its corrections.

use super::recorder::{Iteration, Step};
use super::schedule::Schedule;
use crate::world::Iterate;
use pliant_passes::passes::solve;
use pliant_passes::types::{CountParams, FEATURE_JACOBI, FEATURE_MOMENTUM, SolveParams};
use pliant_passes::{Buffer, Variant, bind};

/// Double buffers of an iteration, which are swapped after it (docs/method.md, Jacobi): `[0]` is read, `[1]` is written.
struct JacobiState {
    displacements: [Buffer<[f32; 4]>; 2],
    positions: [Buffer<[f32; 4]>; 2],
    /// Whether the current λ is in the buffer `lambda`, not in `lambda_before`.
    swapped: bool,
}

impl JacobiState {
    fn swap(&mut self) {
        self.displacements.reverse();
        self.positions.reverse();
        self.swapped = !self.swapped;
    }

    /// The buffers of the current λ, and of λ an iteration ago, which this iteration overwrites.
    fn lambdas(&self, [lambda, before]: [Buffer<f32>; 2]) -> [Buffer<f32>; 2] {
        if self.swapped {
            [lambda, before]
        } else {
            [before, lambda]
        }
    }

    /// The displacements that the other constraints change after the swap.
    fn iterate(&self) -> Iterate {
        Iterate {
            displacement: self.displacements[0],
            displacement_before: self.displacements[1],
            current_position: self.positions[0],
        }
    }
}

impl Step<'_> {
    pub(super) fn jacobi(&mut self, substep: u32) {
        let b = self.b;
        let mut kinds = self.model.constraints.lists.iter().map(|list| list.kind);
        let schedule = Schedule::new(self.settings, kinds.all(|kind| kind.accelerates()));
        let count = schedule.omegas.len();
        let mut state = JacobiState {
            displacements: [b.particles.displacement, b.particles.displacement_before],
            positions: b.particles.current_positions,
            // The last iteration writes λ to the buffer of that name.
            swapped: count.is_multiple_of(2),
        };
        self.split_masses();
        for (index, params) in schedule.params().enumerate() {
            // The first iteration has no step before it to continue.
            let accelerated = schedule.momentum && index > 0;
            let momentum = if accelerated { FEATURE_MOMENTUM } else { 0 };
            for list in 0..self.model.constraints.lists.len() {
                self.correct_list(list, params, momentum, &state);
            }
            self.iterate_jacobi(params, momentum, &state);
            state.swap();
            self.solve_subsystems(Iteration {
                substep,
                index: index as u32,
                last: index + 1 == count,
                params,
                iterate: state.iterate(),
                features: FEATURE_JACOBI,
            });
        }
    }

    /// Computes each particle's mass-splitting weight.
    fn split_masses(&mut self) {
        let b = self.b;
        let params = CountParams {
            count: self.model.particles(),
        };
        let buffers = bind!(solve::SplitMasses {
            slices, slots, corner_starts from b.links;
            position, displacement from b.particles;
            current_position = b.particles.current_positions[0];
        });
        let variant = Variant {
            lanes: 1,
            features: self.model.constraints.link_features,
        };
        self.record
            .pass_variant(buffers, params, params.count, variant);
    }

    /// Computes the corrections of one type of constraint.
    fn correct_list(
        &mut self,
        index: usize,
        params: SolveParams,
        momentum: u32,
        state: &JacobiState,
    ) {
        let (list, own) = (&self.model.constraints.lists[index], &self.b.lists[index]);
        let lambdas = state.lambdas([own.lambda, own.lambda_before]);
        let buffers = self.list_buffers(index, state.displacements[0], lambdas);
        let params = SolveParams {
            count: list.len() as u32,
            first_correction: list.first_correction,
            ..params
        };
        let variant = Variant {
            lanes: 1,
            features: self.model.constraints.list_features[index] | momentum | FEATURE_JACOBI,
        };
        (list.kind.record)(&mut self.record, buffers, params, params.count, variant);
    }

    /// Solves links and moves each particle by the sum of its corrections.
    fn iterate_jacobi(&mut self, params: SolveParams, momentum: u32, state: &JacobiState) {
        let b = self.b;
        let [lambda, lambda_before] = state.lambdas([b.links.lambda, b.links.lambda_before]);
        let buffers = bind!(solve::IterateJacobi {
            slices, slots, corner_starts, corners from b.links;
            lambda, lambda_before;
            materials, body_of, correction, velocity, position from b.particles;
            current_position = state.positions[0];
            next_position = state.positions[1];
            displacement = state.displacements[0];
            displacement_before = state.displacements[1];
        });
        let params = SolveParams {
            count: self.model.particles(),
            ..params
        };
        let variant = Variant {
            lanes: self.model.constraints.lanes,
            features: self.model.constraints.link_features | momentum,
        };
        self.record
            .pass_variant(buffers, params, params.count, variant);
    }
}
