//! Results that the host reads after a frame: corrections, forces on watched particles, torn edges, intersections.

use super::recorder::Step;
use pliant_passes::passes::solve;
use pliant_passes::types::{
    CountParams, FEATURE_FORCES, FEATURE_RESIDUAL, ReadoutParams, SolveParams,
};
use pliant_passes::{Buffer, Variant, bind};

impl Step<'_> {
    /// Computes the corrections of watched corners. Where residuals are measured: of all corners, and the residual of each row.
    pub(super) fn compute_corrections(&mut self, substep: u32, displacement: Buffer<[f32; 4]>) {
        let measured = self.is_measured(substep);
        for (index, list) in self.model.constraints.lists.iter().enumerate() {
            if !list.watched && !measured {
                continue;
            }
            let own = &self.b.lists[index];
            let lambdas = [own.lambda, own.lambda_before];
            let buffers = self.list_buffers(index, displacement, lambdas);
            let params = SolveParams {
                count: list.len() as u32,
                first_correction: list.first_correction,
                ..SolveParams::default()
            };
            let residuals = if measured { FEATURE_RESIDUAL } else { 0 };
            let variant = Variant {
                lanes: 1,
                features: self.model.constraints.list_features[index] | FEATURE_FORCES | residuals,
            };
            (list.kind.record)(&mut self.record, buffers, params, params.count, variant);
        }
        let b = self.b;
        // This variant writes only corrections, so it does not matter which displacements it binds.
        let (passes, iterate) = (
            (b.world(), &b.balloons, &b.one_rings),
            b.particles.iterate(),
        );
        let balloons = &self.model.balloons;
        balloons.compute_corrections(&mut self.record, passes, iterate);
    }

    /// Sums the forces on watched particles over the frame's substeps.
    pub(super) fn sum_forces(&mut self, substep: u32, displacement: Buffer<[f32; 4]>) {
        let b = self.b;
        let contacts = &b.deformable_contacts.contacts;
        let params = ReadoutParams {
            count: self.model.watches.watches.len() as u32,
            restart: u32::from(substep == 0),
            slots: self.model.contact_slots,
            particles: self.model.particles(),
            deformable_contacts: u32::from(!self.model.deformable_contacts.elements.is_empty()),
        };
        let buffers = bind!(solve::SumForces {
            watches, ends from b.watches; position, correction from b.particles;
            displacement; lambda from b.links; contacts from b.colliders;
            starts, entries, rows, lambdas from contacts;
            sums = b.watches.forces;
        });
        self.record.pass(buffers, params, params.count);
    }

    /// Counts the edges that are stretched beyond their limit at the frame's end.
    pub(super) fn count_torn_edges(&mut self) {
        let b = self.b;
        let params = CountParams {
            count: self.model.tears.edges.len() as u32,
        };
        let buffers = bind!(solve::CountTornEdges {
            edges, status from b; position from b.particles;
        });
        self.record.pass(buffers, params, params.count);
    }

    /// Finds intersections: edges of deformable surfaces that pass through triangles.
    pub(super) fn find_intersections(&mut self) {
        let passes = (self.b.world(), &self.b.deformable_contacts);
        let contacts = &self.model.deformable_contacts;
        contacts.find_intersections(&mut self.record, passes);
    }

    /// Removes fluid particles that have left the scene.
    pub(super) fn remove_fluid_particles(&mut self) {
        let b = self.b;
        let passes = (b.world(), &b.fluids, &b.rigids);
        self.model.fluids.remove_particles(&mut self.record, passes);
    }
}
