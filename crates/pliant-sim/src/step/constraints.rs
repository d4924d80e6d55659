//! One iteration of the constraints of each subsystem: rigid bodies, balloons, fluids, attachments to rigid bodies, and contacts.

use super::recorder::{Iteration, Step};
use crate::constraints::constraint_lists::ConstraintBuffers;
use pliant_passes::passes::groups::ConstraintRows;
use pliant_passes::passes::solve;
use pliant_passes::types::SolveParams;
use pliant_passes::{Buffer, Variant, bind};

impl Step<'_> {
    /// Both solvers solve these in sequence: each one starts from the displacements that the previous one left.
    pub(super) fn solve_subsystems(&mut self, iteration: Iteration) {
        self.solve_rigid_attachments(iteration);
        self.solve_rigid_bodies(iteration);
        self.solve_balloons(iteration);
        self.solve_mouse(iteration);
        self.solve_deformable_contacts(iteration);
        self.solve_fluids(iteration);
        self.solve_particle_contacts(iteration);
        self.solve_vertex_faces(iteration);
        self.solve_collider_contacts(iteration);
    }

    fn solve_rigid_attachments(&mut self, iteration: Iteration) {
        let b = self.b;
        let passes = (b.world(), &b.rigid_attachments, &b.rigids);
        let attachments = &self.model.rigid_attachments;
        let variant = (iteration.params.keep_lambda, iteration.features);
        attachments.solve(&mut self.record, passes, variant, iteration.iterate);
    }

    /// Solves joints, and contacts between rigid bodies.
    fn solve_rigid_bodies(&mut self, iteration: Iteration) {
        let index = iteration.index as usize;
        self.rigids(iteration.substep)
            .solve(&mut self.record, index, iteration.last);
    }

    fn solve_balloons(&mut self, iteration: Iteration) {
        let b = self.b;
        let passes = (b.world(), &b.balloons, &b.one_rings);
        let (params, features) = (iteration.params, iteration.features);
        let balloons = &self.model.balloons;
        balloons.solve(
            &mut self.record,
            passes,
            params,
            features,
            iteration.iterate,
        );
    }

    /// Solves the spring between the mouse and the particle that it holds.
    fn solve_mouse(&mut self, iteration: Iteration) {
        if !self.settings.interactive {
            return;
        }
        let b = self.b;
        let params = SolveParams {
            count: 1,
            ..iteration.params
        };
        let buffers = bind!(solve::DragParticle {
            frame from b; velocity, position from b.particles;
            displacement, current_position from iteration.iterate;
            lambda = b.grab_lambda;
        });
        let variant = Variant {
            lanes: 1,
            features: iteration.features,
        };
        self.record.pass_variant(buffers, params, 1, variant);
    }

    fn solve_deformable_contacts(&mut self, iteration: Iteration) {
        let passes = (self.b.world(), &self.b.deformable_contacts);
        let when = ([iteration.is_first(), iteration.last], iteration.features);
        let contacts = &self.model.deformable_contacts;
        contacts.solve(&mut self.record, passes, when, iteration.iterate);
    }

    fn solve_fluids(&mut self, iteration: Iteration) {
        let b = self.b;
        let passes = (b.world(), &b.fluids, &b.rigids);
        let variant = (iteration.params.keep_lambda, iteration.features);
        let fluids = &self.model.fluids;
        fluids.solve(&mut self.record, passes, variant, iteration.iterate);
    }

    /// Buffers of the pass of list `index`. With Jacobi, `displacement` and the buffers of λ change from iteration to iteration.
    pub(super) fn list_buffers(
        &self,
        index: usize,
        displacement: Buffer<[f32; 4]>,
        [lambda, lambda_before]: [Buffer<f32>; 2],
    ) -> ConstraintBuffers {
        let b = self.b;
        ConstraintBuffers {
            constraints: b.lists[index].constraints,
            rows: bind!(ConstraintRows {
                displacement, lambda, lambda_before; ranges from b.links;
                materials, position, correction from b.particles;
            }),
        }
    }
}
