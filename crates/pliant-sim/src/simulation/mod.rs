//! The simulation: buffers on an engine, stepped one frame at a time.

mod checkpoint;
mod contact_points;
mod diagnose;
mod forces;
mod frame;
mod frame_state;
pub(crate) mod grab;
mod inputs;
mod intersections;
mod metrics;
mod mouse;
mod quantities;
mod readout;
mod rigids;
mod tearing;
mod triggers;

use crate::DrawBuffers;
use crate::Particles;
use crate::assembly::Assembly;
use crate::checkpoint::Identity;
use crate::collide::collision_meshes::CollisionMeshes;
use crate::collide::kinematic::colliders;
use crate::collide::triggers::Triggers;
use crate::constraints::constraint_lists::Compliance;
use crate::constraints::material;
use crate::contact::Resolving;
use crate::error::Error;
use crate::metrics::Summary;
use crate::settings::Settings;
use crate::tearing::Tearing;
use crate::views::DrawnLinks;
use diagnose::diagnose;
use glam::Vec3;
use grab::Grab;
use pliant_passes::types::{Body, Bounds, Collider, Material, Pose, RigidState, STATUS_WORDS};
use pliant_passes::{Engine, PassId, PassTime, Recording};
use pliant_scene::Scene;

/// A scene on an engine, and the host's copy of what it needs between frames.
pub struct Simulation<E: Engine> {
    engine: E,
    settings: Settings,
    identity: Identity,
    /// Model, buffers and recordings, which are made again when bodies tear.
    assembly: Assembly,
    names: Vec<String>,
    /// Names of the colliders' nodes.
    collider_names: Vec<String>,
    /// Rigid bodies as the scene defines them; their names follow.
    rigids: Vec<pliant_scene::Rigid>,
    rigid_names: Vec<String>,
    joint_names: Vec<String>,
    /// States of the rigid bodies at the frame's end.
    rigid_states: Vec<RigidState>,
    /// How many times this frame was simulated already.
    repetitions: u32,
    materials: Vec<Material>,
    bodies: Vec<Body>,
    compliances: Vec<Compliance>,
    /// Colliders that rigid bodies collide with: those of the scene, then the convex pieces of meshes.
    colliders: Vec<Collider>,
    collision_meshes: CollisionMeshes,
    triggers: Triggers,
    frame: u64,
    status: [u32; STATUS_WORDS as usize],
    grab: Option<Grab>,
    poses: Vec<Pose>,
    /// `None` where no body can tear.
    tearing: Option<Tearing>,
    resolving: Resolving,
    /// Boxes of deforming colliders that animations move in the frame.
    moved_boxes: Vec<Bounds>,
    /// Whether it was reported that a deforming collider encloses particles.
    warned_enclosed: bool,
    generation: u64,
}

impl<E: Engine> Simulation<E> {
    /// Builds the model and the buffers of a scene and records a frame; the state is that of frame 0.
    ///
    /// # Errors
    /// When the engine's memory or device does not suffice.
    pub fn new(scene: &Scene, settings: Settings, mut engine: E) -> Result<Self, Error> {
        let collision_meshes = CollisionMeshes::new(scene);
        let mut simulation = Self {
            names: scene
                .bodies
                .iter()
                .map(|body| scene.body_name(body).to_owned())
                .collect(),
            collider_names: (scene.colliders.iter())
                .map(|collider| scene.nodes[collider.node].name.clone())
                .collect(),
            rigids: scene.rigids.clone(),
            rigid_names: (scene.rigids.iter())
                .map(|rigid| scene.nodes[rigid.node].name.clone())
                .collect(),
            joint_names: (scene.joints.iter())
                .map(|joint| scene.nodes[joint.node].name.clone())
                .collect(),
            rigid_states: Vec::new(),
            repetitions: 0,
            materials: material::materials(scene, &settings),
            bodies: material::bodies(scene, &settings),
            compliances: material::compliances(scene),
            colliders: colliders(scene, scene.solids(), &collision_meshes),
            triggers: Triggers::new(
                scene,
                &material::bodies(scene, &settings),
                &collision_meshes,
            ),
            assembly: Assembly::new(scene, &settings, &collision_meshes, &mut engine, None)?,
            collision_meshes,
            engine,
            identity: Identity::new(scene, &settings),
            settings,
            frame: 0,
            status: [0; STATUS_WORDS as usize],
            grab: None,
            poses: Vec::new(),
            tearing: Tearing::new(scene),
            resolving: Resolving::default(),
            moved_boxes: Vec::new(),
            warned_enclosed: false,
            generation: 0,
        };
        simulation.reset()?;
        Ok(simulation)
    }

    /// Goes back to frame 0; torn bodies are whole again.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn reset(&mut self) -> Result<(), Error> {
        self.undo_tears()?;
        self.engine.write(
            self.assembly.buffers.particles.position,
            0,
            bytemuck::cast_slice(&self.assembly.start.positions),
        )?;
        self.engine.write(
            self.assembly.buffers.particles.velocity,
            0,
            bytemuck::cast_slice(&self.assembly.start.velocities),
        )?;
        self.engine.run(self.assembly.clear_program)?;
        self.frame = 0;
        self.status = [0; STATUS_WORDS as usize];
        self.hold_pins()?;
        self.upload_kinematics(0.0)?;
        self.poses.truncate(self.colliders.len());
        let start = bytemuck::cast_slice(&self.assembly.model.rigids.start);
        self.engine
            .write(self.assembly.buffers.rigids.states, 0, start)?;
        self.wake_all()?;
        self.read_rigids()?;
        self.reset_triggers()?;
        self.forget_intersections()?;
        self.find_intersections()?;
        self.engine.run(self.assembly.present_program)?;
        self.read_deforming()
    }

    /// Sets positions and velocities to those that [`Self::particles`] returned at a frame's end. Compensation terms become 0,
    /// and pins stay as they are.
    ///
    /// # Errors
    /// When the device is lost.
    ///
    /// # Panics
    /// When the number of particles differs from that of the whole scene: compare them before.
    pub fn restore(&mut self, frame: u64, particles: &Particles) -> Result<(), Error> {
        self.reset()?;
        let start = &self.assembly.start;
        assert_eq!(particles.positions.len(), start.positions.len());
        assert_eq!(particles.velocities.len(), start.velocities.len());
        let state = |values: &[[f32; 3]], last: &dyn Fn(usize) -> f32| -> Vec<[f32; 4]> {
            let with = |(i, [x, y, z]): (usize, &[f32; 3])| [*x, *y, *z, last(i)];
            values.iter().enumerate().map(with).collect()
        };
        let model = &self.assembly.model;
        let when_present =
            |i: usize, yes: f32, no: f32| if particles.present[i] { yes } else { no };
        let mass = |i: usize| when_present(i, model.masses[i], -model.masses[i]);
        let inverse = |i: usize| when_present(i, model.inverse_masses[i], 0.0);
        let positions = state(&particles.positions, &mass);
        let velocities = state(&particles.velocities, &inverse);
        let buffers = &self.assembly.buffers;
        let mut write = |buffer, bytes: &[u8]| self.engine.write(buffer, 0, bytes);
        write(buffers.particles.position, bytemuck::cast_slice(&positions))?;
        write(
            buffers.particles.velocity,
            bytemuck::cast_slice(&velocities),
        )?;
        self.frame = frame;
        self.upload_kinematics(self.time())?;
        self.reset_triggers()?;
        self.find_intersections()?;
        self.engine.run(self.assembly.present_program)?;
        self.read_deforming()
    }

    /// Bodies and constraints of the simulation, as in the metrics' header.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.assembly.summary
    }

    /// Settings of the run.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Number of the frame at whose end the state is; 0 at the start.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Grows whenever [`Self::draw_buffers`] and [`Self::drawn_links`] change: in a step that opens tears, and in the reset
    /// after one.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Simulated time, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.frame as f64 * self.settings.dt()
    }

    /// The recording of a frame, for stage tests and benchmarks.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.assembly.recording
    }

    /// Buffers that the renderer reads.
    #[must_use]
    pub fn draw_buffers(&self) -> DrawBuffers {
        DrawBuffers {
            vertices: self.assembly.buffers.vertices.positions.id(),
            normals: self.assembly.buffers.vertices.normals.id(),
            tangents: self
                .assembly
                .model
                .vertices
                .has_tangents()
                .then_some(self.assembly.buffers.vertices.tangents.id()),
            velocities: self.assembly.buffers.particles.velocity.id(),
            first_vertex: self.assembly.model.pools.first_vertex[..self.names.len()].to_vec(),
            first_particle: self.assembly.model.pools.first_particle[..self.names.len()].to_vec(),
            deforming: self.assembly.model.deforming.nodes().collect(),
        }
    }

    /// Links and particles for the viewer.
    #[must_use]
    pub fn drawn_links(&self) -> DrawnLinks {
        DrawnLinks {
            positions: self.assembly.buffers.particles.position.id(),
            particles: self.assembly.model.pools.particles(),
            links: self
                .assembly
                .model
                .constraints
                .links
                .iter()
                .map(|l| [l.a, l.b, l.rest.to_bits()])
                .collect(),
        }
    }

    /// Device time of each pass in the last step, where the engine measures it.
    pub fn timings(&mut self) -> Vec<PassTime> {
        self.engine.timings()
    }

    /// Bytes of all buffers on the engine.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.engine.bytes()
    }

    /// The engine, for the renderer.
    pub fn engine(&mut self) -> &mut E {
        &mut self.engine
    }

    /// Colliders of the scene, without the convex pieces of meshes.
    fn scene_colliders(&self) -> &[Collider] {
        &self.colliders[..self.collider_names.len()]
    }

    /// Whether a body is a fluid.
    fn is_fluid(&self, body: usize) -> bool {
        self.assembly.summary.bodies[body].kind == "fluid"
    }

    /// Finds the body and the pass of the first value that is not finite.
    fn diverged(&mut self) -> Result<Error, Error> {
        self.read_rigids()?;
        let finite = |state: &RigidState| {
            Vec3::from(state.velocity).is_finite() && Vec3::from(state.momentum).is_finite()
        };
        let wrong = self.rigid_states.iter().position(|state| !finite(state));
        if let Some(name) = wrong.and_then(|body| self.rigid_names.get(body)) {
            return Ok(Error::Diverged {
                frame: self.frame,
                body: name.clone(),
                pass: PassId::UpdateRigidVelocities.row().name,
            });
        }
        let found = diagnose(
            &mut self.engine,
            &self.assembly.recording,
            self.assembly.clear_program,
            &self.assembly.buffers,
            self.assembly.model.masses.len(),
        )?;
        let body = found.particle.map_or("a body", |i| {
            self.names[self.assembly.model.pools.body_of[i] as usize].as_str()
        });
        Ok(Error::Diverged {
            frame: self.frame,
            body: body.to_owned(),
            pass: found.pass,
        })
    }
}
