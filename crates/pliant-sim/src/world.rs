//! Buffers that all subsystems share: those of particles, of bodies, and of colliders with their contacts.

use crate::collide::collider_tree::{ColliderTree, ColliderTreeBuffers};
use crate::collide::collision_meshes::CollisionMeshes;
use crate::collide::kinematic;
use crate::constraints::material;
use crate::error::Error;
use crate::memory::Maker;
use crate::settings::Settings;
use pliant_passes::passes::groups;
use pliant_passes::types::{
    ACCUMULATORS, Accumulator, Body, Bounds, Collider, ColliderContact, Face, FaceMotion, Frame,
    MOST_CONTACTS, Material, Motion, Pose,
};
use pliant_passes::{Buffer, Engine, bind};
use pliant_scene::{Scene, Solver};

/// Buffers that passes of any subsystem may bind.
#[derive(Clone, Copy)]
pub(crate) struct World<'a> {
    /// The host's data of a frame.
    pub(crate) frame: Buffer<Frame>,
    /// The device's results of a frame, `STATUS_…`.
    pub(crate) status: Buffer<u32>,
    pub(crate) particles: &'a ParticleBuffers,
    pub(crate) colliders: &'a ColliderBuffers,
}

/// The displacements that one iteration of a solver changes.
#[derive(Clone, Copy)]
pub(crate) struct Iterate {
    /// Displacement of each particle in this substep, m, and its inverse mass w; with Jacobi w·s, s its mass-splitting weight.
    pub(crate) displacement: Buffer<[f32; 4]>,
    /// Jacobi: displacement of the previous iteration, for momentum.
    pub(crate) displacement_before: Buffer<[f32; 4]>,
    /// Jacobi: current position of each particle, which its neighbours read, and w·s.
    pub(crate) current_position: Buffer<[f32; 4]>,
}

/// The state of all particles, and the bodies that they belong to.
pub(crate) struct ParticleBuffers {
    /// Position at the substep's start, m, and mass, kg.
    pub(crate) position: Buffer<[f32; 4]>,
    /// Compensation term (Kahan): what rounding lost of the positions so far, m.
    pub(crate) compensation: Buffer<[f32; 3]>,
    /// Displacement in this substep, m, and w; with Jacobi w·s.
    pub(crate) displacement: Buffer<[f32; 4]>,
    /// Jacobi: displacement of the previous iteration.
    pub(crate) displacement_before: Buffer<[f32; 4]>,
    /// Jacobi: current positions, which neighbours read, and w·s; an iteration reads one and writes the other.
    pub(crate) current_positions: [Buffer<[f32; 4]>; 2],
    /// Predicted displacement in the frame's last substep, m, where residuals are measured.
    pub(crate) predicted: Buffer<[f32; 4]>,
    pub(crate) velocity: Buffer<[f32; 4]>,
    /// The state at the frame's start, for `diagnose` and for repeating the frame.
    pub(crate) frame_start_position: Buffer<[f32; 4]>,
    pub(crate) frame_start_velocity: Buffer<[f32; 4]>,
    pub(crate) frame_start_compensation: Buffer<[f32; 3]>,
    /// Velocity change by wind, m/s.
    pub(crate) wind_change: Buffer<[f32; 3]>,
    /// Impulses on particles in the frame, where contact forces are measured.
    pub(crate) accumulators: Buffer<Accumulator>,
    pub(crate) body_of: Buffer<u32>,
    pub(crate) bodies: Buffer<Body>,
    /// First particle of each body, and the end.
    pub(crate) first_particles: Buffer<u32>,
    /// Rigid part of each body's motion.
    pub(crate) motion: Buffer<Motion>,
    pub(crate) materials: Buffer<Material>,
    /// ∇C λ of each corner of a constraint: of all corners for Jacobi and residuals, else only of those that are read out.
    pub(crate) correction: Buffer<[f32; 3]>,
}

impl ParticleBuffers {
    /// Buffers of bodies whose particles start at `first_particles`, with slots for `corrections`. Those that stand for corners of
    /// colliders come after them; only contacts know of these, by what they share with particles.
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        (scene, settings): (&Scene, &Settings),
        (body_of, first_particles): (&[u32], &[u32]),
        corrections: usize,
    ) -> Result<Self, Error> {
        let with_corners = body_of.len();
        let particles = *first_particles.last().unwrap_or(&0) as usize;
        let jacobi = settings.solver == Solver::Jacobi;
        let only = |wanted: bool, count: usize| if wanted { count } else { 0 };
        let accumulators = only(settings.contact_forces, ACCUMULATORS as usize * particles);
        Ok(Self {
            position: make.empty("positions", with_corners)?,
            compensation: make.empty("compensations", particles)?,
            displacement: make.empty("displacements", with_corners)?,
            displacement_before: make.zeros("displacements before", only(jacobi, with_corners))?,
            current_positions: [
                make.empty("current positions", only(jacobi, particles))?,
                make.empty("next positions", only(jacobi, particles))?,
            ],
            predicted: make.empty("predictions", only(settings.residuals, particles))?,
            velocity: make.empty("velocities", with_corners)?,
            frame_start_position: make.empty("positions at the start", particles)?,
            frame_start_velocity: make.empty("velocities at the start", particles)?,
            frame_start_compensation: make.empty("compensations at the start", particles)?,
            wind_change: make.empty("gusts", only(settings.wind.is_some(), particles))?,
            accumulators: make.empty("accumulators", accumulators)?,
            body_of: make.filled("bodies of particles", body_of)?,
            bodies: make.filled("bodies", &material::bodies(scene, settings))?,
            first_particles: make.filled("first particles", first_particles)?,
            motion: make.empty("rigid motions", scene.bodies.len())?,
            materials: make.filled("materials", &material::materials(scene, settings))?,
            correction: make.empty("corrections", corrections)?,
        })
    }

    /// The displacements that Gauss-Seidel changes, and Jacobi in its first iteration.
    pub(crate) fn iterate(&self) -> Iterate {
        Iterate {
            displacement: self.displacement,
            displacement_before: self.displacement_before,
            current_position: self.current_positions[0],
        }
    }
}

/// Colliders, their poses, and the contacts of particles with them.
pub(crate) struct ColliderBuffers {
    pub(crate) shapes: Buffer<Collider>,
    /// Boxes around them.
    pub(crate) tree: ColliderTreeBuffers,
    /// Poses at the end of each substep of a frame.
    pub(crate) poses: Buffer<Pose>,
    /// Bounding-volume hierarchies over the faces of all collision meshes.
    pub(crate) mesh_boxes: Buffer<Bounds>,
    pub(crate) mesh_faces: Buffer<Face>,
    /// At most [`MOST_CONTACTS`] a particle.
    pub(crate) contacts: Buffer<ColliderContact>,
    /// How far each particle may move in a substep without touching a collider, m; negative where one may touch it anywhere.
    pub(crate) clearances: Buffer<f32>,
    /// How faces of deforming colliders move in the substep.
    pub(crate) face_motions: Buffer<FaceMotion>,
    /// Bits of the largest displacement of each deforming collider in the substep, m.
    pub(crate) largest_motions: Buffer<u32>,
    /// Displacement of the surface at each contact with a deforming collider, m.
    pub(crate) surface_motions: Buffer<[f32; 3]>,
}

impl ColliderBuffers {
    /// Buffers for `poses` in a frame, and for the contacts of `particles`.
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        (scene, meshes, tree): (&Scene, &CollisionMeshes, &ColliderTree),
        (poses, particles): (usize, usize),
    ) -> Result<Self, Error> {
        let slots = contact_slots(scene) as usize;
        let (contacts, clearances) = (slots * particles, slots.min(1) * particles);
        let faces = meshes.deforming_faces();
        let surfaces = if faces > 0 { contacts } else { 0 };
        let boxes = if faces > 0 { scene.colliders.len() } else { 0 };
        Ok(Self {
            shapes: make.filled(
                "colliders",
                &kinematic::colliders(scene, scene.solids(), meshes),
            )?,
            tree: ColliderTreeBuffers::new(make, tree, boxes)?,
            poses: make.upload("poses", poses)?,
            mesh_boxes: make.filled("boxes of collision meshes", &meshes.boxes)?,
            mesh_faces: make.filled("faces of collision meshes", &meshes.faces)?,
            contacts: make.empty("contacts", contacts)?,
            clearances: make.empty("clearances", clearances)?,
            face_motions: make.zeros("motions of faces", faces)?,
            largest_motions: make.zeros("largest motions", scene.colliders.len())?,
            surface_motions: make.empty("motions at contacts", surfaces)?,
        })
    }
}

impl ColliderBuffers {
    /// All collision meshes, as passes bind them.
    pub(crate) fn meshes(&self) -> groups::Meshes {
        bind!(groups::Meshes { mesh_boxes, mesh_faces from self; })
    }

    /// All colliders, as passes bind them.
    pub(crate) fn surroundings(&self) -> groups::Surroundings {
        bind!(groups::Surroundings {
            poses from self; colliders = self.shapes; meshes = self.meshes();
        })
    }
}

/// Contact slots of each particle.
pub(crate) fn contact_slots(scene: &Scene) -> u32 {
    MOST_CONTACTS.min(scene.colliders.len() as u32)
}
