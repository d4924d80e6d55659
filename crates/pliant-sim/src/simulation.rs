//! The simulation: pools on an engine, stepped a frame at a time.

use crate::assembly::Assembly;
use crate::collision_meshes::CollisionMeshes;
use crate::diagnose::diagnose;
use crate::families::Compliance;
use crate::kinematic::colliders;
use crate::measure::is_there;
use crate::resolve_intersections::Resolving;
use crate::scratch::read;
use crate::state::contact_slots;
use crate::step::rewind;
use crate::tear::Tearing;
use crate::triggers::Triggers;
use crate::{Error, Grab, Settings, Summary, material};
use glam::{Mat4, Quat, Vec3};
use pliant_passes::types::{
    Body, Collider, Frame, Material, NONE, Pose, RigidState, STATUS_NONFINITE, STATUS_WORDS,
};
use pliant_passes::{Buffer, BufferId, Engine, PassId, PassTime, Recording};
use pliant_scene::Scene;

/// What the renderer reads: written anew in every step.
#[derive(Debug, Clone)]
pub struct DrawBuffers {
    /// World position of every simulated vertex, `vec3`.
    pub vertices: BufferId,
    /// World normal of every simulated vertex, `vec3`.
    pub normals: BufferId,
    /// World tangent and handedness, `vec4`, where some body has a normal map.
    pub tangents: Option<BufferId>,
    /// Velocity of every particle, `vec4`, w aside.
    pub velocities: BufferId,
    /// Each body's first vertex in those buffers.
    pub first_vertex: Vec<u32>,
    /// Each body's first particle.
    pub first_particle: Vec<u32>,
}

/// Links and particles, for the viewer's C and P.
#[derive(Debug, Clone)]
pub struct LinkBuffers {
    /// Particle positions, `vec4`, w aside.
    pub positions: BufferId,
    /// How many particles.
    pub particles: u32,
    /// Links as (a, b, rest length as float bits), `uvec3`.
    pub links: Vec<[u32; 3]>,
}

/// All particles at a frame's end, for PLY and tests.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Particles {
    /// m.
    pub positions: Vec<[f32; 3]>,
    /// m/s.
    pub velocities: Vec<[f32; 3]>,
    /// Whether it is there: not yet, or no longer, of a fluid that comes out of an emitter, or was taken away.
    pub present: Vec<bool>,
    /// Each body's first particle, and the total at the end.
    pub first: Vec<u32>,
    /// Triangles of bodies that are made of them, as particles of the scene.
    pub triangles: Vec<[u32; 3]>,
}

/// A scene on an engine.
pub struct Simulation<E: Engine> {
    pub(crate) engine: E,
    pub(crate) settings: Settings,
    /// What is made anew when bodies tear.
    pub(crate) made: Assembly,
    pub(crate) names: Vec<String>,
    /// The nodes of the colliders.
    pub(crate) collider_names: Vec<String>,
    /// As the scene has them, and their names.
    pub(crate) rigids: Vec<pliant_scene::Rigid>,
    pub(crate) rigid_names: Vec<String>,
    pub(crate) joint_names: Vec<String>,
    /// Where they are.
    pub(crate) rigid_states: Vec<RigidState>,
    /// How many times this frame was simulated before.
    pub(crate) again: u32,
    /// Contact slots a particle.
    pub(crate) slots: u32,
    pub(crate) materials: Vec<Material>,
    pub(crate) bodies: Vec<Body>,
    pub(crate) compliances: Vec<Compliance>,
    /// All that rigid bodies may meet by.
    pub(crate) colliders: Vec<Collider>,
    pub(crate) collision_meshes: CollisionMeshes,
    pub(crate) triggers: Triggers,
    pub(crate) frame: u64,
    pub(crate) status: [u32; STATUS_WORDS as usize],
    pub(crate) grab: Option<Grab>,
    pub(crate) poses: Vec<Pose>,
    /// Where some body may tear.
    pub(crate) tearing: Option<Tearing>,
    pub(crate) resolving: Resolving,
    pub(crate) generation: u64,
}

impl<E: Engine> Simulation<E> {
    /// Builds the pools of a scene and the recording of a frame; the state is that of frame 0.
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
            again: 0,
            slots: contact_slots(scene),
            materials: material::materials(scene, &settings),
            bodies: material::bodies(scene, &settings),
            compliances: material::compliances(scene),
            colliders: colliders(scene, scene.solids(), &collision_meshes),
            triggers: Triggers::new(
                scene,
                &material::bodies(scene, &settings),
                &collision_meshes,
            ),
            made: Assembly::new(scene, &settings, &collision_meshes, &mut engine, None)?,
            collision_meshes,
            engine,
            settings,
            frame: 0,
            status: [0; STATUS_WORDS as usize],
            grab: None,
            poses: Vec::new(),
            tearing: Tearing::new(scene),
            resolving: Resolving::default(),
            generation: 0,
        };
        simulation.reset()?;
        Ok(simulation)
    }

    /// Simulates one frame; first opens what the last one tore, which makes all buffers anew.
    ///
    /// # Errors
    /// [`Error::Diverged`] when a value is no longer finite; [`Error::Engine`] when the device is lost, or has no memory
    /// for what tore: then the simulation can't go on.
    pub fn step(&mut self) -> Result<(), Error> {
        self.tear()?;
        let parts = &self.made.parts;
        if parts.kinematics.moves() || parts.fields.animated {
            self.upload_kinematics(self.time())?;
        }
        self.wake_pulled()?;
        self.again = 0;
        self.upload_order()?;
        self.upload_frame()?;
        self.upload_births(self.frame)?;
        self.tell_exhausted();
        self.engine.run(self.made.frame_program)?;
        self.frame += 1;
        self.read_status()?;
        while self.is_finite() && (self.woke()? || self.made_room()?) {
            self.again()?;
        }
        if self.is_finite() {
            self.read_rigids()?;
            self.watch_triggers()?;
            self.resolve_intersections()?;
            self.doze()
        } else {
            Err(self.diverged()?)
        }
    }

    fn is_finite(&self) -> bool {
        self.status[STATUS_NONFINITE as usize] == 0
    }

    pub(crate) fn read_status(&mut self) -> Result<(), Error> {
        let status = self.made.buffers.status;
        let status = read::<u32, E>(&mut self.engine, status, 0, STATUS_WORDS as usize)?;
        self.status.copy_from_slice(&status);
        Ok(())
    }

    /// Simulates the last frame once more from its start.
    fn again(&mut self) -> Result<(), Error> {
        let made = &self.made;
        let count = made.parts.masses.len();
        let rewind = rewind(&made.buffers, count, &made.parts.rigids);
        let rewind = self.engine.prepare(&rewind)?;
        let ran = self.engine.run(rewind);
        self.engine.forget(rewind);
        ran?;
        self.again += 1;
        self.upload_frame()?;
        self.upload_births(self.frame - 1)?;
        self.upload_intersections()?;
        self.engine.run(self.made.frame_program)?;
        self.read_status()
    }

    /// Goes back to frame 0; what tore is whole again.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn reset(&mut self) -> Result<(), Error> {
        self.mend()?;
        self.engine.write(
            self.made.buffers.position,
            0,
            bytemuck::cast_slice(&self.made.start.positions),
        )?;
        self.engine.write(
            self.made.buffers.velocity,
            0,
            bytemuck::cast_slice(&self.made.start.velocities),
        )?;
        self.engine.run(self.made.clear_program)?;
        self.frame = 0;
        self.status = [0; STATUS_WORDS as usize];
        self.upload_kinematics(0.0)?;
        self.poses.truncate(self.colliders.len());
        let start = bytemuck::cast_slice(&self.made.parts.rigids.start);
        self.engine
            .write(self.made.buffers.rigids.states, 0, start)?;
        self.wake_all()?;
        self.read_rigids()?;
        self.begin_triggers()?;
        self.forget_intersections()?;
        self.find_intersections()?;
        Ok(self.engine.run(self.made.present_program)?)
    }

    /// Goes to the end of a frame as [`Self::particles`] told it; what positions drop by rounding is not known any more. Pins
    /// stay what they are.
    ///
    /// # Errors
    /// When the device is lost.
    ///
    /// # Panics
    /// When the particles are not as many as those of the whole scene: compare before.
    pub fn restore(&mut self, frame: u64, particles: &Particles) -> Result<(), Error> {
        self.reset()?;
        let start = &self.made.start;
        assert_eq!(particles.positions.len(), start.positions.len());
        assert_eq!(particles.velocities.len(), start.velocities.len());
        let state = |values: &[[f32; 3]], last: &dyn Fn(usize) -> f32| -> Vec<[f32; 4]> {
            let with = |(i, [x, y, z]): (usize, &[f32; 3])| [*x, *y, *z, last(i)];
            values.iter().enumerate().map(with).collect()
        };
        let parts = &self.made.parts;
        let there = |i: usize, yes: f32, no: f32| if particles.present[i] { yes } else { no };
        let mass = |i: usize| there(i, parts.masses[i], -parts.masses[i]);
        let inverse = |i: usize| there(i, parts.inverse_masses[i], 0.0);
        let positions = state(&particles.positions, &mass);
        let velocities = state(&particles.velocities, &inverse);
        let buffers = &self.made.buffers;
        let mut write = |buffer, bytes: &[u8]| self.engine.write(buffer, 0, bytes);
        write(buffers.position, bytemuck::cast_slice(&positions))?;
        write(buffers.velocity, bytemuck::cast_slice(&velocities))?;
        self.frame = frame;
        self.upload_kinematics(self.time())?;
        self.begin_triggers()?;
        self.find_intersections()?;
        Ok(self.engine.run(self.made.present_program)?)
    }

    /// What the simulation is.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.made.summary
    }

    /// How it is simulated.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The frame that the state is at the end of; 0 at the start.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Counts up whenever [`Self::draw_buffers`] and [`Self::link_buffers`] change: with the step that opens a tear, and with
    /// the reset after one.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Simulated time, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.frame as f64 * self.settings.dt()
    }

    /// The commands of a frame, for stage tests and benchmarks.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.made.recording
    }

    /// Copies all particles to the host.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn particles(&mut self) -> Result<Particles, Error> {
        let elements = self.made.parts.pools.elements.iter();
        let triangles = elements.filter(|corners| corners[2] != NONE);
        let triangles = triangles.copied().collect();
        let xyz = |all: Vec<[f32; 4]>| all.into_iter().map(|[x, y, z, _]| [x, y, z]).collect();
        let positions = self.read_particles(self.made.buffers.position)?;
        Ok(Particles {
            present: positions.iter().map(is_there).collect(),
            positions: xyz(positions),
            velocities: xyz(self.read_particles(self.made.buffers.velocity)?),
            first: self.made.parts.pools.first_particle.clone(),
            triangles,
        })
    }

    /// What the renderer reads.
    #[must_use]
    pub fn draw_buffers(&self) -> DrawBuffers {
        DrawBuffers {
            vertices: self.made.buffers.vertices.id(),
            normals: self.made.buffers.normals.id(),
            tangents: self
                .made
                .tangents
                .then_some(self.made.buffers.tangents.id()),
            velocities: self.made.buffers.velocity.id(),
            first_vertex: self.made.parts.pools.first_vertex[..self.names.len()].to_vec(),
            first_particle: self.made.parts.pools.first_particle[..self.names.len()].to_vec(),
        }
    }

    /// Links and particles for the viewer.
    #[must_use]
    pub fn link_buffers(&self) -> LinkBuffers {
        LinkBuffers {
            positions: self.made.buffers.position.id(),
            particles: self.made.parts.pools.particles(),
            links: self
                .made
                .parts
                .links
                .iter()
                .map(|l| [l.a, l.b, l.rest.to_bits()])
                .collect(),
        }
    }

    /// Device time by pass of the last step, where the engine times.
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

    /// Colliders without pieces of them.
    pub(crate) fn whole_colliders(&self) -> &[Collider] {
        &self.colliders[..self.collider_names.len()]
    }

    pub(crate) fn upload_kinematics(&mut self, start: f64) -> Result<(), Error> {
        let (poses, matrices) = self.made.parts.kinematics.frame(start, &self.settings);
        self.engine
            .write(self.made.buffers.poses, 0, bytemuck::cast_slice(&poses))?;
        self.engine.write(
            self.made.buffers.pin_matrices,
            0,
            bytemuck::cast_slice(&matrices),
        )?;
        self.poses = poses[poses.len() - self.colliders.len()..].to_vec();
        self.upload_fields(start)
    }

    /// In which order colliders lie in the tree of their boxes: only how soon their pairs are found depends on it.
    fn upload_order(&mut self) -> Result<(), Error> {
        let order = self.made.parts.rigids.order(&self.poses);
        let buffer = self.made.buffers.rigids.order;
        Ok(self.engine.write(buffer, 0, bytemuck::cast_slice(&order))?)
    }

    /// Finds out where rigid bodies are, and their colliders with them.
    fn read_rigids(&mut self) -> Result<(), Error> {
        let rigids = &self.made.parts.rigids;
        let states = self.made.buffers.rigids.states;
        self.rigid_states = read(&mut self.engine, states, 0, rigids.bodies.len())?;
        for (part, pose) in rigids.parts.iter().zip(&mut self.poses) {
            if part.carried != 0 {
                let state = &self.rigid_states[part.body as usize];
                let turn = Quat::from_array(state.rotation);
                let center = Vec3::from(state.position) + turn * Vec3::from(part.offset);
                pose.translation = center.to_array();
                pose.rotation = (turn * Quat::from_array(part.turn)).to_array();
            }
        }
        Ok(())
    }

    /// World matrix of every node of the scene, as [`pliant_scene::Scene::pose`] gives it, rigid bodies where they are now.
    #[must_use]
    pub fn poses(&self) -> Vec<Mat4> {
        let parts = &self.made.parts;
        let placed = parts.rigids.placed(&self.rigid_states);
        let repeat = self.settings.repeat;
        parts.kinematics.nodes_at(self.time(), repeat, &placed)
    }

    fn upload_frame(&mut self) -> Result<(), Error> {
        let h = self.settings.h();
        let gravity = self.settings.gravity;
        let strongest = gravity.length().max(self.made.parts.fields.strongest());
        let mut frame = Frame {
            gravity: gravity.as_vec3().to_array(),
            h: h as f32,
            rest_speed: (2.0 * strongest * h) as f32,
            grabbed: NONE,
            wind: self.settings.wind.unwrap_or_default().as_vec3().to_array(),
            again: self.again,
            ..Frame::default()
        };
        self.upload_grab(&mut frame)?;
        Ok(self
            .engine
            .write(self.made.buffers.frame, 0, bytemuck::bytes_of(&frame))?)
    }

    /// Names the body and the pass of the first value that was not finite.
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
            &self.made.recording,
            self.made.clear_program,
            &self.made.buffers,
            self.made.parts.masses.len(),
        )?;
        let body = found.particle.map_or("a body", |i| {
            self.names[self.made.parts.pools.body_of[i] as usize].as_str()
        });
        Ok(Error::Diverged {
            frame: self.frame,
            body: body.to_owned(),
            pass: found.pass,
        })
    }

    pub(crate) fn read_particles(
        &mut self,
        buffer: Buffer<[f32; 4]>,
    ) -> Result<Vec<[f32; 4]>, Error> {
        read(&mut self.engine, buffer, 0, self.made.parts.masses.len())
    }
}
