//! The end of a substep: new velocities and positions, restitution, truncation of displacements, viscosity and damping.

use super::recorder::Step;
use pliant_passes::passes::particles;
use pliant_passes::types::{CountParams, FEATURE_ACCUMULATE, FEATURE_DEFORMING, WORKGROUP};
use pliant_passes::{Buffer, Variant, bind};

impl Step<'_> {
    /// Moves particles by their displacements and derives their velocities from these.
    pub(super) fn update_velocities(&mut self, substep: u32, displacement: Buffer<[f32; 4]>) {
        let b = self.b;
        let buffers = bind!(particles::UpdateVelocities {
            frame, status from b;
            bodies, body_of, position, compensation, velocity, accumulators from b.particles;
            poses, contacts, surface_motions from b.colliders; displacement;
            colliders = b.colliders.shapes;
        });
        let params = self
            .contact_params(substep)
            .velocities(self.is_last(substep));
        let mut variant = self.accumulating();
        variant.features |= self.model.collision_meshes.features & FEATURE_DEFORMING;
        self.record
            .pass_variant(buffers, params, params.count, variant);
    }

    pub(super) fn update_rigid_velocities(&mut self, substep: u32) {
        self.rigids(substep).update_velocities(&mut self.record);
    }

    /// Applies restitution at contacts of particles with rigid bodies and with other deformable bodies.
    pub(super) fn apply_restitution(&mut self, substep: u32, displacement: Buffer<[f32; 4]>) {
        let (b, last) = (self.b, self.is_last(substep));
        let params = self.contact_params(substep).velocities(last);
        let (couples, variant) = (&self.model.couples, self.accumulating());
        let passes = (b.world(), &b.couples, &b.rigids);
        couples.apply_restitution(&mut self.record, passes, params, variant);
        let passes = (b.world(), &b.deformable_contacts);
        let contacts = &self.model.deformable_contacts;
        let accumulate = self.settings.contact_forces;
        let record = &mut self.record;
        contacts.apply_restitution(record, passes, displacement, [last, accumulate]);
    }

    /// Truncates displacements, so that deformable surfaces do not pass through each other.
    pub(super) fn truncate_displacements(&mut self, displacement: Buffer<[f32; 4]>) {
        let passes = (self.b.world(), &self.b.deformable_contacts);
        let contacts = &self.model.deformable_contacts;
        contacts.truncate(&mut self.record, passes, displacement);
    }

    /// Applies XSPH viscosity and vorticity confinement to fluids.
    pub(super) fn apply_viscosity(&mut self) {
        let b = self.b;
        let passes = (b.world(), &b.fluids, &b.rigids);
        self.model.fluids.apply_viscosity(&mut self.record, passes);
    }

    /// Damps the part of the velocities that is not rigid motion, in bodies with velocity damping.
    pub(super) fn damp_velocities(&mut self) {
        let bodies = self.model.damped_bodies;
        if bodies == 0 {
            return;
        }
        let b = &self.b.particles;
        let fit = bind!(particles::FitRigidMotion {
            bodies, position, velocity, motion from b;
            firsts = b.first_particles;
        });
        let params = CountParams { count: bodies };
        self.record.pass(fit, params, WORKGROUP * bodies);
        let damp = bind!(particles::DampVelocities {
            bodies, body_of, motion, position, velocity from b;
            firsts = b.first_particles;
        });
        let params = CountParams {
            count: self.model.particles(),
        };
        self.record.pass(damp, params, params.count);
    }

    /// Variant of the passes that can accumulate contact forces.
    fn accumulating(&self) -> Variant {
        let mut variant = Variant::default();
        if self.settings.contact_forces {
            variant.features = FEATURE_ACCUMULATE;
        }
        variant
    }
}
