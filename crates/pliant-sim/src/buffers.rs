//! All buffers of a simulation on its engine, one field for each subsystem.

use crate::assembly::growth::Growing;
use crate::build::one_rings::OneRingBuffers;
use crate::build::vertices::VertexBuffers;
use crate::collide::collision_meshes::CollisionMeshes;
use crate::collide::deforming::{DeformingBuffers, DeformingPasses};
use crate::collide::kinematic::PinBuffers;
use crate::constraints::balloons::BalloonBuffers;
use crate::constraints::constraint_lists::ConstraintListBuffers;
use crate::constraints::links::LinkBuffers;
use crate::constraints::watch::WatchBuffers;
use crate::contact::DeformableContactBuffers;
use crate::couple::{CoupleBuffers, RigidAttachmentBuffers, VertexFaceBuffers};
use crate::error::Error;
use crate::fluid::FluidBuffers;
use crate::memory::{Maker, NamedBuffer};
use crate::model::Model;
use crate::particles::fields::FieldBuffers;
use crate::particles::forces::ForceBuffers;
use crate::rigid::{PairBuffers, RigidBuffers};
use crate::settings::Settings;
use crate::world::{ColliderBuffers, ParticleBuffers, World};
use pliant_passes::types::{Edge, Frame, STATUS_WORDS};
use pliant_passes::{Buffer, Engine, Memory};
use pliant_scene::{Scene, Solver};
use std::mem::take;

/// All buffers of a simulation. A subsystem that the scene lacks has buffers of a few bytes, which no pass reads.
pub(crate) struct Buffers {
    pub(crate) frame: Buffer<Frame>,
    pub(crate) status: Buffer<u32>,
    pub(crate) particles: ParticleBuffers,
    pub(crate) colliders: ColliderBuffers,
    pub(crate) links: LinkBuffers,
    pub(crate) lists: Vec<ConstraintListBuffers>,
    pub(crate) one_rings: OneRingBuffers,
    pub(crate) balloons: BalloonBuffers,
    pub(crate) pins: PinBuffers,
    pub(crate) watches: WatchBuffers,
    /// λ of the mouse's spring.
    pub(crate) grab_lambda: Buffer<[f32; 4]>,
    /// Edges that may tear.
    pub(crate) edges: Buffer<Edge>,
    pub(crate) deformable_contacts: DeformableContactBuffers,
    pub(crate) fluids: FluidBuffers,
    pub(crate) rigids: RigidBuffers,
    pub(crate) couples: CoupleBuffers,
    pub(crate) rigid_attachments: RigidAttachmentBuffers,
    pub(crate) vertex_faces: VertexFaceBuffers,
    pub(crate) fields: FieldBuffers,
    pub(crate) vertices: VertexBuffers,
    pub(crate) deforming: DeformingBuffers,
    pub(crate) forces: ForceBuffers,
    /// Buffers of each list that can grow.
    of_lists: [Vec<NamedBuffer>; Growing::ALL.len()],
    /// All other buffers.
    all: Vec<NamedBuffer>,
}

impl Buffers {
    pub(crate) fn new<E: Engine>(
        engine: &mut E,
        (scene, settings): (&Scene, &Settings),
        meshes: &CollisionMeshes,
        model: &Model,
    ) -> Result<Self, Error> {
        let forces = ForceBuffers::new(engine, [0, 0])?;
        let make = &mut Maker::new(engine);
        let jacobi = settings.solver == Solver::Jacobi;
        let all_corners = jacobi || settings.residuals;
        let pools = &model.pools;
        let deformable_contacts = DeformableContactBuffers::new(make, &model.deformable_contacts)?;
        let of_contacts = take(&mut make.all);
        let pairs = PairBuffers::new(make, &model.rigids)?;
        let of_pairs = take(&mut make.all);
        let fluids = FluidBuffers::new(make, &model.fluids)?;
        let of_fluids = take(&mut make.all);
        let poses = model.kinematics.pose_sets(settings) as usize * scene.solids().count();
        let body_of = model.deformable_contacts.owners(&pools.body_of);
        let ownership = (body_of, &pools.first_particle[..]);
        let corrections = model.corrections(all_corners);
        Ok(Self {
            frame: make.upload("frame", 1)?,
            status: make.create("status", STATUS_WORDS as usize, Memory::Readback)?,
            particles: ParticleBuffers::new(make, (scene, settings), ownership, corrections)?,
            colliders: ColliderBuffers::new(
                make,
                (scene, meshes, &model.collider_tree),
                (poses, pools.body_of.len()),
            )?,
            links: LinkBuffers::new(
                make,
                jacobi,
                (&model.constraints.links, &model.constraints.slotted),
                (&model.constraints.corners, &model.constraints.ranges),
            )?,
            lists: ConstraintListBuffers::of(make, &model.constraints.lists, all_corners)?,
            one_rings: OneRingBuffers::new(make, &model.one_rings)?,
            balloons: BalloonBuffers::new(make, &model.balloons)?,
            pins: PinBuffers::new(make, &model.kinematics, settings)?,
            watches: WatchBuffers::new(make, &model.watches)?,
            grab_lambda: make.empty("grab λ", 1)?,
            edges: make.filled("edges that may tear", &model.tears.edges)?,
            deformable_contacts,
            fluids,
            rigids: RigidBuffers::new(make, &model.rigids, pairs)?,
            couples: CoupleBuffers::new(make, &model.couples)?,
            rigid_attachments: RigidAttachmentBuffers::new(make, &model.rigid_attachments)?,
            vertex_faces: VertexFaceBuffers::new(make, &model.vertex_faces)?,
            fields: FieldBuffers::new(make, &model.fields, settings)?,
            vertices: VertexBuffers::new(make, &model.vertices)?,
            deforming: DeformingBuffers::new(make, &model.deforming, settings)?,
            forces,
            of_lists: [
                of_contacts,
                Vec::new(),
                Vec::new(),
                Vec::new(),
                of_pairs,
                of_fluids,
            ],
            all: take(&mut make.all),
        })
    }

    /// Buffers that passes of any subsystem may bind.
    pub(crate) fn world(&self) -> World<'_> {
        World {
            frame: self.frame,
            status: self.status,
            particles: &self.particles,
            colliders: &self.colliders,
        }
    }

    /// Buffers that the passes of deforming meshes bind.
    pub(crate) fn deforming(&self) -> DeformingPasses<'_> {
        DeformingPasses {
            own: &self.deforming,
            vertices: self.vertices.positions,
            colliders: &self.colliders,
            rigids: &self.rigids,
        }
    }

    /// Makes the buffers of a list again with the model's current capacity.
    pub(crate) fn remake<E: Engine>(
        &mut self,
        engine: &mut E,
        model: &Model,
        list: Growing,
    ) -> Result<(), Error> {
        let list = match list {
            Growing::DeformableContacts | Growing::Elements | Growing::Intersections => {
                Growing::Candidates
            }
            other => other,
        };
        let own = &mut self.of_lists[list as usize];
        own.drain(..).for_each(|buffer| engine.destroy(buffer.id));
        let make = &mut Maker::new(engine);
        match list {
            Growing::Candidates
            | Growing::DeformableContacts
            | Growing::Elements
            | Growing::Intersections => {
                self.deformable_contacts =
                    DeformableContactBuffers::new(make, &model.deformable_contacts)?;
            }
            Growing::RigidPairs => self.rigids.of_pairs = PairBuffers::new(make, &model.rigids)?,
            Growing::Neighbours => self.fluids = FluidBuffers::new(make, &model.fluids)?,
        }
        *own = take(&mut make.all);
        Ok(())
    }

    /// Makes those of external forces.
    pub(crate) fn prepare_forces<E: Engine>(
        &mut self,
        engine: &mut E,
        model: &Model,
    ) -> Result<(), Error> {
        self.forces.destroy(engine);
        let counts = [model.masses.len(), model.rigids.bodies.len()];
        self.forces = ForceBuffers::new(engine, counts)?;
        Ok(())
    }

    /// Frees all of them.
    pub(crate) fn destroy_all<E: Engine>(&mut self, engine: &mut E) {
        self.forces.destroy(engine);
        let lists = self.of_lists.iter_mut().flat_map(|list| list.drain(..));
        let all = self.all.drain(..).chain(lists);
        all.for_each(|buffer| engine.destroy(buffer.id));
    }

    /// All that have state, always in the same order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &NamedBuffer> {
        self.all.iter().chain(self.of_lists.iter().flatten())
    }
}
