//! The end of a substep: velocities, what bounces, and where particles go.

use super::Step;
use pliant_kernels::types::{CountParams, FEATURE_TALLY, WORKGROUP};
use pliant_kernels::{BufferId, PassId, Variant};

impl Step<'_> {
    /// Particles go by the displacements `moved`, as far as nothing goes through anything.
    pub(super) fn finish(&mut self, substep: u32, moved: BufferId) {
        let touches = self.shape.touches;
        touches.depart(&mut self.record, self.b);
        self.velocity(substep, moved);
        self.rigids(substep).velocity(&mut self.record);
        let last = substep + 1 == self.shape.settings.substeps;
        let tally = self.shape.settings.contact_forces;
        let contact = self.contact_params(substep, u32::from(last));
        let (couples, tallied) = (self.shape.couples, self.tally());
        couples.bounce(&mut self.record, self.b, contact, tallied);
        touches.bounce(&mut self.record, self.b, last, tally);
        touches.guard(&mut self.record, self.b, moved);
        self.shape.fluids.stir(&mut self.record, self.b);
        self.damp();
    }

    fn velocity(&mut self, substep: u32, moved: BufferId) {
        let b = self.b;
        let last = u32::from(substep + 1 == self.shape.settings.substeps);
        let buffers = [
            b.frame,
            b.bodies,
            b.body_of,
            b.colliders,
            b.poses,
            b.contacts,
            moved,
            b.position,
            b.remainder,
            b.velocity,
            b.status,
            b.tallies,
        ];
        let (params, variant) = (self.contact_params(substep, last), self.tally());
        self.record
            .dispatch_variant(PassId::Velocity, &buffers, params, params.count, variant);
    }

    /// Of passes that know what pushes particles.
    fn tally(&self) -> Variant {
        let mut variant = Variant::default();
        if self.shape.settings.contact_forces {
            variant.features = FEATURE_TALLY;
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
        let found = [
            b.bodies,
            b.first_particles,
            b.position,
            b.velocity,
            b.motion,
        ];
        let params = CountParams { count: bodies };
        self.record
            .dispatch(PassId::Motions, &found, params, WORKGROUP * bodies);
        let damped = [
            b.bodies,
            b.body_of,
            b.first_particles,
            b.motion,
            b.position,
            b.velocity,
        ];
        let params = CountParams {
            count: self.shape.particles,
        };
        self.record
            .dispatch(PassId::Damp, &damped, params, params.count);
    }
}
