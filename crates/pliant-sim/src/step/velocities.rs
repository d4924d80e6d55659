//! The end of a substep: velocities, what bounces, and where particles go.

use super::Step;
use pliant_passes::passes::particles;
use pliant_passes::types::{CountParams, FEATURE_ACCUMULATE, WORKGROUP};
use pliant_passes::{Buffer, Variant};

impl Step<'_> {
    /// Particles go by the displacements `moved`, as far as nothing goes through anything.
    pub(super) fn finish(&mut self, substep: u32, displacement: Buffer<[f32; 4]>) {
        let deformable_contacts = self.shape.deformable_contacts;
        deformable_contacts.depart(&mut self.record, self.b);
        self.velocity(substep, displacement);
        self.rigids(substep).velocity(&mut self.record);
        let last = substep + 1 == self.shape.settings.substeps;
        let accumulate = self.shape.settings.contact_forces;
        let contact = self.contact_params(substep, u32::from(last));
        let (couples, accumulated) = (self.shape.couples, self.accumulate());
        couples.bounce(&mut self.record, self.b, contact, accumulated);
        deformable_contacts.bounce(&mut self.record, self.b, last, accumulate);
        deformable_contacts.guard(&mut self.record, self.b, displacement);
        self.shape.fluids.stir(&mut self.record, self.b);
        self.damp();
    }

    fn velocity(&mut self, substep: u32, displacement: Buffer<[f32; 4]>) {
        let b = self.b;
        let last = u32::from(substep + 1 == self.shape.settings.substeps);
        let buffers = particles::UpdateVelocities {
            frame: b.frame,
            bodies: b.bodies,
            body_of: b.body_of,
            colliders: b.colliders,
            poses: b.poses,
            contacts: b.contacts,
            displacement,
            position: b.position,
            compensation: b.compensation,
            velocity: b.velocity,
            status: b.status,
            accumulators: b.accumulators,
        };
        let (params, variant) = (self.contact_params(substep, last), self.accumulate());
        self.record
            .pass_variant(buffers, params, params.count, variant);
    }

    /// Of passes that know what pushes particles.
    fn accumulate(&self) -> Variant {
        let mut variant = Variant::default();
        if self.shape.settings.contact_forces {
            variant.features = FEATURE_ACCUMULATE;
        }
        variant
    }

    /// Velocities lose what is not rigid motion, where a body has velocity damping.
    fn damp(&mut self) {
        let bodies = self.shape.damped;
        if bodies == 0 {
            return;
        }
        let b = self.b;
        let found = particles::FitRigidMotion {
            bodies: b.bodies,
            firsts: b.first_particles,
            position: b.position,
            velocity: b.velocity,
            motion: b.motion,
        };
        let params = CountParams { count: bodies };
        self.record.pass(found, params, WORKGROUP * bodies);
        let damped = particles::DampVelocities {
            bodies: b.bodies,
            body_of: b.body_of,
            firsts: b.first_particles,
            motion: b.motion,
            position: b.position,
            velocity: b.velocity,
        };
        let params = CountParams {
            count: self.shape.particles,
        };
        self.record.pass(damped, params, params.count);
    }
}
