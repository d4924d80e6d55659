//! Contacts between particles and free rigid bodies, which move both by their masses (docs/method.md §28).

use super::impulses::{apply_impulses, sum_impulses};
use crate::error::Error;
use crate::memory::Maker;
use crate::rigid::{RigidBuffers, Rigids};
use crate::world::contact_slots;
use crate::world::{Iterate, World};
use pliant_passes::passes::couple;
use pliant_passes::types::{
    ContactActivationParams, ContactSolveParams, ContactVelocityParams, CountParams, CoupledSum,
    Coupling, RigidImpulse,
};
use pliant_passes::{Buffer, Engine, Recording, Variant, bind};
use pliant_scene::Scene;

/// Contacts between the particles and the free rigid bodies of a scene; empty where it lacks either.
#[derive(Default)]
pub(crate) struct Couples {
    /// Number of contact slots of all particles.
    slots: u32,
    /// Number of rigid bodies.
    pub(crate) bodies: u32,
    /// Variant of the pass that computes distances to colliders.
    collision_meshes: Variant,
}

/// Buffers that the passes of these contacts bind.
type CouplePasses<'a> = (World<'a>, &'a CoupleBuffers, &'a RigidBuffers);

impl Couples {
    pub(crate) fn new(
        scene: &Scene,
        rigids: &Rigids,
        particles: u32,
        collision_meshes: Variant,
    ) -> Self {
        let free = |part: &pliant_passes::types::RigidCollider| {
            part.carried != 0 && rigids.bodies[part.body as usize].is_free()
        };
        if particles == 0 || !rigids.parts.iter().any(free) {
            return Self::default();
        }
        Self {
            slots: contact_slots(scene) * particles,
            bodies: rigids.bodies.len() as u32,
            collision_meshes,
        }
    }

    /// Whether the scene has both particles and free rigid bodies.
    pub(crate) fn any(&self) -> bool {
        self.slots > 0
    }

    /// Solves contacts in `iterate`.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        ((world, own, rigids), attached): (CouplePasses<'_>, Buffer<u32>),
        (activation, solving): (ContactActivationParams, ContactSolveParams),
        iterate: Iterate,
    ) {
        if !self.any() {
            return;
        }
        record.fill(own.sums, 0);
        let activate = bind!(couple::ActivateParticleContacts {
            frame from world; bodies, body_of, position from world.particles;
            displacement from iterate; states, steps from rigids;
            contacts from world.colliders; couplings, impulses from own;
            attached_to = attached;
            surroundings = world.colliders.surroundings();
        });
        record.pass_variant(
            activate,
            activation,
            activation.count,
            self.collision_meshes,
        );
        self.gather(record, (own, rigids));
        let solve = bind!(couple::SolveParticleContacts {
            frame from world;
            bodies, body_of, velocity, position from world.particles;
            poses, contacts from world.colliders;
            displacement, displacement_before, current_position from iterate;
            steps from rigids; sums, couplings, impulses from own;
            colliders = world.colliders.shapes;
        });
        record.pass(solve, solving, solving.count);
        self.gather(record, (own, rigids));
        apply_impulses(record, rigids, self.bodies, own.sums);
    }

    fn gather(&self, record: &mut Recording, (own, rigids): (&CoupleBuffers, &RigidBuffers)) {
        sum_impulses(record, rigids, self.slots, (own.impulses, own.sums));
    }

    /// Applies restitution between particles and rigid bodies.
    pub(crate) fn apply_restitution(
        &self,
        record: &mut Recording,
        (world, own, rigids): CouplePasses<'_>,
        contact: ContactVelocityParams,
        variant: Variant,
    ) {
        if !self.any() {
            return;
        }
        let buffers = bind!(couple::ApplyParticleRestitution {
            frame, status from world;
            bodies, body_of, velocity, accumulators from world.particles;
            rigids, states from rigids; sums, couplings, impulses from own;
            contacts from world.colliders; colliders = world.colliders.shapes;
        });
        record.pass_variant(buffers, contact, contact.count, variant);
        self.gather(record, (own, rigids));
        let params = CountParams { count: self.bodies };
        let buffers = bind!(couple::ApplyRigidRestitution {
            frame from world; rigids, states from rigids; sums from own;
        });
        record.pass(buffers, params, params.count);
    }
}

/// Buffers of contacts between particles and rigid bodies; a few bytes each where there are none.
pub(crate) struct CoupleBuffers {
    /// Contact of each slot with a rigid body.
    couplings: Buffer<Coupling>,
    /// Impulse of each slot on its body, and their sums over each body as integers.
    impulses: Buffer<RigidImpulse>,
    pub(crate) sums: Buffer<CoupledSum>,
}

impl CoupleBuffers {
    pub(crate) fn new<E: Engine>(make: &mut Maker<'_, E>, plan: &Couples) -> Result<Self, Error> {
        Ok(Self {
            couplings: make.empty::<Coupling>("contacts with rigid bodies", plan.slots as usize)?,
            impulses: make.empty::<RigidImpulse>("impulses of particles", plan.slots as usize)?,
            sums: make.empty::<CoupledSum>("impulses on rigid bodies", plan.bodies as usize)?,
        })
    }
}
