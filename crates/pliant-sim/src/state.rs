//! The buffers that a simulation keeps on its engine.

use crate::Error;
use crate::balloons::{BalloonBuffers, Balloons};
use crate::collision_meshes::CollisionMeshes;
use crate::contact::{DeformableContactBuffers, DeformableContacts};
use crate::couple::{CoupleBuffers, Couples, Pokes, RigidAttachments};
use crate::families::Family;
use crate::fields::{FieldBuffers, Fields};
use crate::fluid::{FluidBuffers, Fluids};
use crate::kinematic::Kinematics;
use crate::links::Slotted;
use crate::one_rings::{OneRingBuffers, OneRings};
use crate::parts::Parts;
use crate::rigid::{PairBuffers, RigidBuffers, Rigids};
use crate::room::Growing;
use crate::scratch::create;
use crate::vertices::Vertices;
use crate::watch::Watches;
use crate::{Settings, material};
use bytemuck::Pod;
use pliant_passes::types::{
    ACCUMULATORS, Accumulator, Body, Bounds, Collider, ColliderContact, Edge, Face, Frame, Link,
    LinkEnd, MOST_CONTACTS, Material, Motion, Pin, Pose, Rider, STATUS_WORDS, Watch,
};
use pliant_passes::{Buffer, BufferId, Engine, Memory};
use pliant_scene::{Scene, Solver};
use std::mem::take;

/// Everything that buffers are filled with.
pub(crate) struct Plan<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) settings: &'a Settings,
    pub(crate) body_of: &'a [u32],
    pub(crate) first_particles: &'a [u32],
    pub(crate) links: &'a [Link],
    pub(crate) families: &'a [Family],
    pub(crate) one_rings: &'a OneRings,
    pub(crate) balloons: &'a Balloons,
    pub(crate) corners: &'a [Vec<u32>; 2],
    pub(crate) ranges: &'a [[u32; 3]],
    pub(crate) slotted: &'a Slotted,
    pub(crate) vertices: &'a Vertices,
    pub(crate) kinematics: &'a Kinematics,
    pub(crate) collision_meshes: &'a CollisionMeshes,
    pub(crate) watches: &'a Watches,
    pub(crate) edges: &'a [Edge],
    pub(crate) deformable_contacts: &'a DeformableContacts,
    pub(crate) fluids: &'a Fluids,
    pub(crate) rigids: &'a Rigids,
    pub(crate) couples: &'a Couples,
    pub(crate) rigid_attachments: &'a RigidAttachments,
    pub(crate) pokes: &'a Pokes,
    pub(crate) fields: &'a Fields,
}

impl Plan<'_> {
    /// Colliders' poses of a frame.
    fn poses(&self) -> usize {
        self.kinematics.pose_sets(self.settings) as usize * self.scene.solids().count()
    }

    /// Columns of the pins' matrices of a frame.
    fn matrices(&self) -> usize {
        4 * self.kinematics.matrices(self.settings) as usize
    }
}

/// Buffers by role; what a scene does not have is a few bytes that no pass reads.
pub(crate) struct Buffers {
    pub(crate) frame: Buffer<Frame>,
    pub(crate) status: Buffer<u32>,
    /// Where particles are between substeps, and their masses.
    pub(crate) position: Buffer<[f32; 4]>,
    /// What float32 positions could not hold of the steps so far.
    pub(crate) compensation: Buffer<[f32; 3]>,
    /// How far they have moved in this substep, and w; w·s in Jacobi.
    pub(crate) displacement: Buffer<[f32; 4]>,
    /// Jacobi: how far an iteration ago.
    pub(crate) displacement_before: Buffer<[f32; 4]>,
    /// Jacobi: where particles are now, for their neighbours, and w·s; an iteration writes the other one.
    pub(crate) places: [Buffer<[f32; 4]>; 2],
    /// How far they were predicted to move in the frame's last substep, where residuals are wanted.
    pub(crate) predicted: Buffer<[f32; 4]>,
    pub(crate) velocity: Buffer<[f32; 4]>,
    /// The state at the start of the frame, for `diagnose`, and to simulate it again.
    pub(crate) start_position: Buffer<[f32; 4]>,
    pub(crate) start_velocity: Buffer<[f32; 4]>,
    pub(crate) start_remainder: Buffer<[f32; 3]>,
    pub(crate) body_of: Buffer<u32>,
    pub(crate) bodies: Buffer<Body>,
    pub(crate) first_particles: Buffer<u32>,
    pub(crate) gust: Buffer<[f32; 3]>,
    pub(crate) motion: Buffer<Motion>,
    pub(crate) materials: Buffer<Material>,
    pub(crate) links: Buffer<Link>,
    /// λ of links; with Jacobi, of their slots.
    pub(crate) lambda: Buffer<f32>,
    /// λ an iteration ago, with Jacobi.
    pub(crate) lambda_before: Buffer<f32>,
    pub(crate) families: Vec<FamilyBuffers>,
    pub(crate) one_rings: OneRingBuffers,
    pub(crate) balloons: BalloonBuffers,
    pub(crate) ranges: Buffer<[u32; 3]>,
    pub(crate) slices: Buffer<u32>,
    pub(crate) slots: Buffer<LinkEnd>,
    pub(crate) corner_starts: Buffer<u32>,
    pub(crate) corners: Buffer<u32>,
    pub(crate) push: Buffer<[f32; 3]>,
    pub(crate) colliders: Buffer<Collider>,
    pub(crate) poses: Buffer<Pose>,
    pub(crate) mesh_boxes: Buffer<Bounds>,
    pub(crate) mesh_faces: Buffer<Face>,
    pub(crate) contacts: Buffer<ColliderContact>,
    /// What particles were pushed by in the frame, where contact forces are wanted.
    pub(crate) accumulators: Buffer<Accumulator>,
    pub(crate) pins: Buffer<Pin>,
    pub(crate) pin_matrices: Buffer<[f32; 4]>,
    pub(crate) watches: Buffer<Watch>,
    pub(crate) watch_ends: Buffer<[u32; 2]>,
    pub(crate) forces: Buffer<[f32; 4]>,
    pub(crate) grab_lambda: Buffer<[f32; 4]>,
    pub(crate) edges: Buffer<Edge>,
    pub(crate) deformable_contacts: DeformableContactBuffers,
    pub(crate) fluids: FluidBuffers,
    pub(crate) rigids: RigidBuffers,
    pub(crate) couples: CoupleBuffers,
    pub(crate) fields: FieldBuffers,
    pub(crate) particle_of: Buffer<u32>,
    pub(crate) riders: Buffer<Rider>,
    pub(crate) triangles: Buffer<[u32; 3]>,
    pub(crate) fan_ranges: Buffer<[u32; 2]>,
    pub(crate) one_ring: Buffer<u32>,
    pub(crate) texcoords: Buffer<[f32; 2]>,
    pub(crate) vertices: Buffer<[f32; 3]>,
    pub(crate) normals: Buffer<[f32; 3]>,
    pub(crate) tangents: Buffer<[f32; 4]>,
    /// Those of each list that grows.
    of_lists: [Vec<BufferId>; Growing::ALL.len()],
    /// All others.
    all: Vec<BufferId>,
}

/// Buffers of a family of constraints.
pub(crate) struct FamilyBuffers {
    pub(crate) constraints: Buffer<u32>,
    pub(crate) lambda: Buffer<f32>,
    /// Jacobi: λ an iteration ago. Where residuals are wanted, in the end what rows leave open.
    pub(crate) before: Buffer<f32>,
}

/// ColliderContact slots a particle.
pub(crate) fn contact_slots(scene: &Scene) -> u32 {
    MOST_CONTACTS.min(scene.colliders.len() as u32)
}

/// Makes buffers on an engine, and remembers them.
pub(crate) struct Maker<'e, E: Engine> {
    engine: &'e mut E,
    pub(crate) all: Vec<BufferId>,
}

impl<'e, E: Engine> Maker<'e, E> {
    pub(crate) fn new(engine: &'e mut E) -> Self {
        let all = Vec::new();
        Self { engine, all }
    }

    pub(crate) fn empty<T: Pod>(&mut self, name: &str, count: usize) -> Result<Buffer<T>, Error> {
        self.create(name, count, Memory::Device)
    }

    pub(crate) fn create<T: Pod>(
        &mut self,
        name: &str,
        count: usize,
        memory: Memory,
    ) -> Result<Buffer<T>, Error> {
        let buffer = create(self.engine, name, count, memory)?;
        self.all.push(buffer.id());
        Ok(buffer)
    }

    pub(crate) fn filled<T: Pod>(&mut self, name: &str, values: &[T]) -> Result<Buffer<T>, Error> {
        let buffer = self.empty::<T>(name, values.len())?;
        self.engine.write(buffer, 0, bytemuck::cast_slice(values))?;
        Ok(buffer)
    }

    fn upload<T: Pod>(&mut self, name: &str, count: usize) -> Result<Buffer<T>, Error> {
        self.create(name, count, Memory::Upload)
    }
}

impl Buffers {
    #[expect(clippy::too_many_lines, reason = "a line a buffer")]
    pub(crate) fn new<E: Engine>(engine: &mut E, plan: &Plan<'_>) -> Result<Self, Error> {
        let make = &mut Maker::new(engine);
        let particles = plan.body_of.len();
        let jacobi = plan.settings.solver == Solver::Jacobi;
        let residuals = plan.settings.residuals;
        let forces = plan.settings.contact_forces;
        let only = |wanted: bool, count: usize| if wanted { count } else { 0 };
        let deformable_contacts = DeformableContactBuffers::new(make, plan.deformable_contacts)?;
        let of_contacts = take(&mut make.all);
        let pairs = PairBuffers::new(make, plan.rigids)?;
        let of_pairs = take(&mut make.all);
        let fluids = FluidBuffers::new(make, plan.fluids)?;
        let of_fluids = take(&mut make.all);
        let slots = plan.slotted.slots.len();
        let lambdas = if jacobi { slots } else { plan.links.len() };
        let contacts = contact_slots(plan.scene) as usize * particles;
        let vertices = plan.vertices.particle_of.len();
        let mapped = plan.vertices.texcoords.len();
        Ok(Self {
            frame: make.upload::<Frame>("frame", 1)?,
            status: make.create::<u32>("status", STATUS_WORDS as usize, Memory::Readback)?,
            position: make.empty::<[f32; 4]>("positions", particles)?,
            compensation: make.empty::<[f32; 3]>("remainders", particles)?,
            displacement: make.empty::<[f32; 4]>("displacements", particles)?,
            displacement_before: make
                .empty::<[f32; 4]>("displacements before", only(jacobi, particles))?,
            places: [
                make.empty::<[f32; 4]>("places", only(jacobi, particles))?,
                make.empty::<[f32; 4]>("next places", only(jacobi, particles))?,
            ],
            predicted: make.empty::<[f32; 4]>("predictions", only(residuals, particles))?,
            velocity: make.empty::<[f32; 4]>("velocities", particles)?,
            start_position: make.empty::<[f32; 4]>("positions at the start", particles)?,
            start_velocity: make.empty::<[f32; 4]>("velocities at the start", particles)?,
            start_remainder: make.empty::<[f32; 3]>("remainders at the start", particles)?,
            body_of: make.filled("bodies of particles", plan.body_of)?,
            bodies: make.filled::<Body>("bodies", &material::bodies(plan.scene, plan.settings))?,
            first_particles: make.filled("first particles", plan.first_particles)?,
            gust: make.empty::<[f32; 3]>("gusts", only(plan.settings.wind.is_some(), particles))?,
            motion: make.empty::<Motion>("rigid motions", plan.scene.bodies.len())?,
            materials: make
                .filled::<Material>("materials", &material::materials(plan.scene, plan.settings))?,
            links: make.filled::<Link>("links", if jacobi { &[] } else { plan.links })?,
            lambda: make.empty::<f32>("link λ", lambdas)?,
            lambda_before: make.empty::<f32>("link λ before", slots)?,
            families: families(make, plan.families, jacobi || residuals)?,
            one_rings: OneRingBuffers::new(make, plan.one_rings)?,
            balloons: BalloonBuffers::new(make, plan.balloons)?,
            ranges: make.filled("colour ranges", plan.ranges)?,
            slices: make.filled("slices", &plan.slotted.slices)?,
            slots: make.filled::<LinkEnd>("slots", &plan.slotted.slots)?,
            corner_starts: make.filled("corner starts", &plan.corners[0])?,
            corners: make.filled("corners", &plan.corners[1])?,
            push: make.empty::<[f32; 3]>("pushes", pushes(plan, jacobi || residuals))?,
            colliders: make.filled::<Collider>(
                "colliders",
                &crate::kinematic::colliders(
                    plan.scene,
                    plan.scene.solids(),
                    plan.collision_meshes,
                ),
            )?,
            poses: make.upload::<Pose>("poses", plan.poses())?,
            mesh_boxes: make.filled("boxes of shells", &plan.collision_meshes.boxes)?,
            mesh_faces: make.filled("faces of shells", &plan.collision_meshes.faces)?,
            contacts: make.empty::<ColliderContact>("contacts", contacts)?,
            accumulators: make
                .empty::<Accumulator>("tallies", only(forces, ACCUMULATORS as usize * particles))?,
            pins: make.filled::<Pin>("pins", &plan.kinematics.pins)?,
            pin_matrices: make.upload::<[f32; 4]>("pin matrices", plan.matrices())?,
            watches: make.filled::<Watch>("watches", &plan.watches.watches)?,
            watch_ends: make.filled("watched ends", &plan.watches.ends)?,
            forces: make.empty::<[f32; 4]>("forces", plan.watches.watches.len())?,
            grab_lambda: make.empty::<[f32; 4]>("grab λ", 1)?,
            edges: make.filled("edges that tear", plan.edges)?,
            deformable_contacts,
            fluids,
            rigids: RigidBuffers::new(make, plan.rigids, pairs)?,
            couples: CoupleBuffers::new(make, plan.couples, (plan.rigid_attachments, plan.pokes))?,
            fields: FieldBuffers::new(make, plan.fields, plan.settings)?,
            of_lists: [of_contacts, Vec::new(), Vec::new(), of_pairs, of_fluids],
            particle_of: make.filled("particles of vertices", &plan.vertices.particle_of)?,
            riders: make.filled::<Rider>("riders", &plan.vertices.riders)?,
            triangles: make.filled("triangles", &plan.vertices.triangles)?,
            fan_ranges: make.filled("fan ranges", &plan.vertices.ranges)?,
            one_ring: make.filled("fans", &plan.vertices.one_ring)?,
            texcoords: make.filled("texture coordinates", &plan.vertices.texcoords)?,
            vertices: make.empty::<[f32; 3]>("vertices", vertices)?,
            normals: make.empty::<[f32; 3]>("normals", plan.vertices.ranges.len())?,
            tangents: make.empty::<[f32; 4]>("tangents", mapped)?,
            all: take(&mut make.all),
        })
    }

    /// Makes those of a list anew.
    pub(crate) fn remake<E: Engine>(
        &mut self,
        engine: &mut E,
        parts: &Parts,
        list: Growing,
    ) -> Result<(), Error> {
        let list = match list {
            Growing::Elements | Growing::Intersections => Growing::DeformableContacts,
            other => other,
        };
        let own = &mut self.of_lists[list as usize];
        own.drain(..).for_each(|buffer| engine.destroy(buffer));
        let make = &mut Maker::new(engine);
        match list {
            Growing::DeformableContacts | Growing::Elements | Growing::Intersections => {
                self.deformable_contacts =
                    DeformableContactBuffers::new(make, &parts.deformable_contacts)?;
            }
            Growing::RigidPairs => self.rigids.of_pairs = PairBuffers::new(make, &parts.rigids)?,
            Growing::Neighbours => self.fluids = FluidBuffers::new(make, &parts.fluids)?,
        }
        *own = take(&mut make.all);
        Ok(())
    }

    /// Gives all of them back.
    pub(crate) fn give_back<E: Engine>(&mut self, engine: &mut E) {
        let lists = self.of_lists.iter_mut().flat_map(|list| list.drain(..));
        let all = self.all.drain(..).chain(lists);
        all.for_each(|buffer| engine.destroy(buffer));
    }
}

fn families<E: Engine>(
    make: &mut Maker<'_, E>,
    families: &[Family],
    before: bool,
) -> Result<Vec<FamilyBuffers>, Error> {
    let of = |family: &Family| {
        let (name, rows) = (family.kind.name, family.len() * family.kind.rows);
        Ok(FamilyBuffers {
            constraints: make.filled(name, &family.words)?,
            lambda: make.empty::<f32>(&format!("{name} λ"), rows)?,
            before: make
                .empty::<f32>(&format!("{name} λ before"), if before { rows } else { 0 })?,
        })
    };
    families.iter().map(of).collect()
}

/// Places for the pushes on corners: Jacobi and residuals need all, else only what is read out.
fn pushes(plan: &Plan<'_>, all: bool) -> usize {
    let rigid = plan.rigid_attachments.count();
    if all || rigid > 0 || plan.balloons.watched || plan.families.iter().any(|f| f.watched) {
        plan.balloons.end() as usize + rigid
    } else {
        0
    }
}
