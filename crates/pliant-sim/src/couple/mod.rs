//! What goes between particles and rigid bodies: both push each other, each with its own mass (docs/method.md §28).

mod attach;
mod fluid;
mod poke;

pub(crate) use attach::{RigidAttachmentBuffers, RigidAttachments};
pub(crate) use fluid::{FluidCoupleBuffers, FluidCouples};
pub(crate) use poke::{PokeBuffers, Pokes};

use crate::Error;
use crate::rigid::Rigids;
use crate::state::{Buffers, Maker, contact_slots};
use pliant_passes::passes::couple;
use pliant_passes::types::{ColliderContactParams, CountParams, CoupledSum, Coupling, RigidPush};
use pliant_passes::{Buffer, Engine, Recording, Variant};
use pliant_scene::Scene;
use std::collections::{BTreeMap, BTreeSet};

/// Particles and rigid bodies of a scene; nothing where it lacks either.
#[derive(Default)]
pub(crate) struct Couples {
    /// Places where particles may meet bodies: contact slots of all particles.
    couplings: u32,
    /// Rigid bodies.
    bodies: u32,
    /// Of the pass that finds distances to colliders.
    collision_meshes: Variant,
}

impl Couples {
    pub(crate) fn new(
        scene: &Scene,
        rigids: &Rigids,
        particles: u32,
        collision_meshes: Variant,
    ) -> Self {
        let free = |part: &pliant_passes::types::RigidPart| {
            part.carried != 0 && rigids.bodies[part.body as usize].is_free()
        };
        if particles == 0 || !rigids.parts.iter().any(free) {
            return Self::default();
        }
        Self {
            couplings: contact_slots(scene) * particles,
            bodies: rigids.bodies.len() as u32,
            collision_meshes,
        }
    }

    /// Whether there are both.
    pub(crate) fn any(&self) -> bool {
        self.couplings > 0
    }

    /// Keeps particles and rigid bodies apart, in the displacements `moved`; with Jacobi, which `contact.flag` says, in those of
    /// an iteration ago and in the places, too. `begins`: in the first iteration of a substep.
    pub(crate) fn solve(
        &self,
        record: &mut Recording,
        b: &Buffers,
        contact: ColliderContactParams,
        begins: bool,
        [displacement, before, place]: [Buffer<[f32; 4]>; 3],
    ) {
        if !self.any() {
            return;
        }
        let (own, rigids) = (&b.couples, &b.rigids);
        record.fill(own.sums, 0);
        let pressed = couple::ActivateParticleContacts {
            frame: b.frame,
            bodies: b.bodies,
            body_of: b.body_of,
            colliders: b.colliders,
            poses: b.poses,
            mesh_boxes: b.mesh_boxes,
            mesh_faces: b.mesh_faces,
            position: b.position,
            displacement,
            states: rigids.states,
            steps: rigids.steps,
            contacts: b.contacts,
            tied: own.attachments.tied,
            couplings: own.couplings,
            pushes: own.pushes,
        };
        let params = ColliderContactParams {
            flag: u32::from(begins),
            ..contact
        };
        record.pass_variant(pressed, params, params.count, self.collision_meshes);
        self.gather(record, b);
        let solved = couple::SolveParticleContacts {
            frame: b.frame,
            bodies: b.bodies,
            body_of: b.body_of,
            colliders: b.colliders,
            poses: b.poses,
            velocity: b.velocity,
            position: b.position,
            displacement,
            displacement_before: before,
            current_position: place,
            steps: rigids.steps,
            sums: own.sums,
            contacts: b.contacts,
            couplings: own.couplings,
            pushes: own.pushes,
        };
        record.pass(solved, contact, contact.count);
        self.gather(record, b);
        push(record, b, self.bodies, own.sums);
    }

    fn gather(&self, record: &mut Recording, b: &Buffers) {
        let own = (b.couples.pushes, b.couples.sums);
        gather(record, b, self.couplings, own);
    }

    /// Particles leave rigid bodies as after an impact. `contact.flag` 1 counts contacts.
    pub(crate) fn bounce(
        &self,
        record: &mut Recording,
        b: &Buffers,
        contact: ColliderContactParams,
        variant: Variant,
    ) {
        if !self.any() {
            return;
        }
        let (own, rigids) = (&b.couples, &b.rigids);
        let buffers = couple::ApplyParticleRestitution {
            frame: b.frame,
            bodies: b.bodies,
            body_of: b.body_of,
            colliders: b.colliders,
            rigids: rigids.rigids,
            states: rigids.states,
            sums: own.sums,
            contacts: b.contacts,
            couplings: own.couplings,
            pushes: own.pushes,
            velocity: b.velocity,
            accumulators: b.accumulators,
            status: b.status,
        };
        record.pass_variant(buffers, contact, contact.count, variant);
        self.gather(record, b);
        let params = CountParams { count: self.bodies };
        let buffers = couple::ApplyRigidRestitution {
            frame: b.frame,
            rigids: rigids.rigids,
            states: rigids.states,
            sums: own.sums,
        };
        record.pass(buffers, params, params.count);
    }
}

/// What a row moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Particle(u32),
    Body(u32),
}

/// Rows in the order of their colours, each the lowest that its ends have left; and where each colour starts.
fn colored(rows: impl Iterator<Item = Vec<End>>) -> (Vec<usize>, Vec<u32>) {
    let mut taken: BTreeMap<End, BTreeSet<u32>> = BTreeMap::new();
    let color = |ends: Vec<End>| {
        let of = |end: &End| taken.get(end);
        let used = |color: &u32| ends.iter().filter_map(of).any(|all| all.contains(color));
        let color = (0..).find(|color| !used(color)).unwrap_or_default();
        for end in ends {
            taken.entry(end).or_default().insert(color);
        }
        color
    };
    let colors: Vec<u32> = rows.map(color).collect();
    let mut order: Vec<usize> = (0..colors.len()).collect();
    order.sort_by_key(|index| (colors[*index], *index));
    let count = colors.iter().max().map_or(0, |most| most + 1);
    let before = |color: u32| colors.iter().filter(|own| **own < color).count() as u32;
    (order, (0..=count).map(before).collect())
}

/// Adds pushes up.
fn gather(
    record: &mut Recording,
    b: &Buffers,
    count: u32,
    (pushes, sums): (Buffer<RigidPush>, Buffer<CoupledSum>),
) {
    let params = CountParams { count };
    let buffers = couple::SumRigidImpulses {
        rigids: b.rigids.rigids,
        pushes,
        sums,
    };
    record.pass(buffers, params, count);
}

/// Rigid bodies go as they are pushed.
fn push(record: &mut Recording, b: &Buffers, bodies: u32, sums: Buffer<CoupledSum>) {
    let params = CountParams { count: bodies };
    let buffers = couple::ApplyRigidImpulses {
        rigids: b.rigids.rigids,
        steps: b.rigids.steps,
        sums,
    };
    record.pass(buffers, params, bodies);
}

/// Buffers of couplings; a few bytes each where there are none.
pub(crate) struct CoupleBuffers {
    couplings: Buffer<Coupling>,
    pushes: Buffer<RigidPush>,
    pub(crate) sums: Buffer<CoupledSum>,
    pub(crate) attachments: RigidAttachmentBuffers,
    pokes: PokeBuffers,
}

impl CoupleBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        plan: &Couples,
        (attachments, pokes): (&RigidAttachments, &Pokes),
    ) -> Result<Self, Error> {
        Ok(Self {
            pokes: PokeBuffers::new(make, pokes)?,
            attachments: RigidAttachmentBuffers::new(make, attachments)?,
            couplings: make.empty::<Coupling>("couplings", plan.couplings as usize)?,
            pushes: make.empty::<RigidPush>("pushes of particles", plan.couplings as usize)?,
            sums: make.empty::<CoupledSum>("pushes on rigid bodies", plan.bodies as usize)?,
        })
    }
}
