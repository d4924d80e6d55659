//! The start of a substep: positions that particles and rigid bodies would reach without constraints.

use super::recorder::Step;
use crate::constraints::constraint_lists::ATTACHMENTS;
use pliant_passes::bind;
use pliant_passes::passes::{particles, rigid};
use pliant_passes::types::{AnchorParams, CountParams, FEATURE_WIND, PinParams};

impl Step<'_> {
    pub(super) fn emit_fluid_particles(&mut self, substep: u32) {
        let b = self.b;
        let passes = (b.world(), &b.fluids, &b.rigids);
        self.model.fluids.emit(&mut self.record, passes, substep);
    }

    /// Moves the gravity fields of rigid bodies with these bodies.
    pub(super) fn move_fields(&mut self, substep: u32) {
        let buffers = (&self.b.fields, &self.b.rigids);
        let fields = &self.model.fields;
        fields.move_zones(&mut self.record, buffers, substep);
    }

    /// Deforms meshes that rigid bodies collide with, before these do.
    pub(super) fn deform_meshes_ahead(&mut self, substep: u32) {
        let (buffers, deforming) = (self.b.deforming(), &self.model.deforming);
        let when = (substep, self.is_last(substep));
        deforming.record_ahead(&mut self.record, buffers, when);
    }

    /// Deforms meshes by their skins and morph targets: in the last substep also those that are only drawn. Rigid bodies that carry
    /// joints are where they would go without contacts.
    pub(super) fn deform_meshes(&mut self, substep: u32) {
        let (buffers, deforming) = (self.b.deforming(), &self.model.deforming);
        let when = (substep, self.is_last(substep));
        deforming.record_substep(&mut self.record, buffers, when);
    }

    /// Deforms meshes that follow rigid bodies to where these are at the end of the frame.
    pub(super) fn finish_meshes(&mut self) {
        let (buffers, deforming) = (self.b.deforming(), &self.model.deforming);
        deforming.record_end(&mut self.record, buffers, self.settings.substeps);
    }

    /// Applies the external forces that a program gives.
    pub(super) fn apply_forces(&mut self) {
        if !self.model.forced {
            return;
        }
        let (b, count) = (self.b, self.model.particles());
        let buffers = bind!(particles::ApplyForces {
            frame from b; forces from b.forces; velocity from b.particles;
        });
        self.record.pass(buffers, CountParams { count }, count);
        let count = self.model.rigids.bodies.len() as u32;
        let buffers = bind!(rigid::ApplyLoads { loads from b.forces; states from b.rigids; });
        self.record.pass(buffers, CountParams { count }, count);
    }

    pub(super) fn predict_rigids(&mut self, substep: u32) {
        self.rigids(substep).predict(&mut self.record);
    }

    pub(super) fn predict_particles(&mut self, substep: u32) {
        let features = self.compute_wind();
        let (b, count) = (self.b, self.model.particles());
        let buffers = (b.world(), &b.fields);
        let fields = &self.model.fields;
        fields.predict(&mut self.record, buffers, (count, substep), features);
    }

    /// Computes the wind's velocity changes; returns the `FEATURE_…` bits of the prediction.
    fn compute_wind(&mut self) -> u32 {
        if self.settings.wind.is_none() || self.model.one_rings.one_ring.is_empty() {
            return 0;
        }
        let (b, count) = (self.b, self.model.particles());
        let buffers = bind!(particles::ComputeWind {
            frame from b;
            bodies, body_of, position, velocity, wind_change from b.particles;
            one_ring from b.one_rings; one_ring_starts = b.one_rings.starts;
        });
        self.record.pass(buffers, CountParams { count }, count);
        FEATURE_WIND
    }

    /// Moves pinned particles with their nodes.
    pub(super) fn move_pins(&mut self, substep: u32) {
        let b = self.b;
        let params = PinParams {
            count: self.model.kinematics.pins.len() as u32,
            first_matrix: self.model.kinematics.first_matrix(substep),
        };
        let buffers = bind!(particles::MovePins {
            pins, matrices from b.pins; position, displacement from b.particles;
            vertices = b.vertices.positions;
        });
        self.record.pass(buffers, params, params.count);
    }

    /// Moves the anchors of attachments with their nodes.
    pub(super) fn move_anchors(&mut self, substep: u32) {
        let (b, kinematics) = (self.b, &self.model.kinematics);
        let lists = self.model.constraints.lists.iter().zip(&b.lists);
        for (list, own) in lists.filter(|(list, _)| *list.kind == ATTACHMENTS) {
            let params = AnchorParams {
                count: list.len() as u32,
                first_matrix: kinematics.first_matrix(substep),
                matrices: kinematics.matrices_per_substep(),
                first_vertex: self.model.deforming.first_vertex,
            };
            if params.matrices > 0 || self.model.deforming.count() > 0 {
                let buffers = bind!(particles::MoveAnchors {
                    matrices from b.pins; position from b.particles;
                    vertices = b.vertices.positions;
                    vertex_motions = b.deforming.motions;
                    attachments = own.constraints.cast();
                });
                self.record.pass(buffers, params, params.count);
            }
        }
    }
}
