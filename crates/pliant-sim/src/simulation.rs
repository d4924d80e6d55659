//! The simulation: pools on an engine, stepped a frame at a time.

use crate::balloons::Balloons;
use crate::diagnose::diagnose;
use crate::families::{Compliance, Family};
use crate::kinematic::{Kinematics, colliders};
use crate::parts::Parts;
use crate::pools::Pools;
use crate::rings::skin;
use crate::scratch::read;
use crate::start::Start;
use crate::state::Buffers;
use crate::step;
use crate::summary::summary;
use crate::watch::{Watches, probe_particle};
use crate::{Error, Settings, Summary, material};
use glam::Vec3;
use pliant_kernels::types::{
    Body, Collider, Frame, Link, Material, NONE, Pose, STATUS_NONFINITE, STATUS_WORDS,
};
use pliant_kernels::{BufferId, Engine, PassTime, ProgramId, Recording};
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
    /// Each body's first vertex in those buffers.
    pub first_vertex: Vec<u32>,
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
    /// Each body's first particle, and the total at the end.
    pub first: Vec<u32>,
}

/// A vertex pulled by the mouse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grab {
    /// In `Scene::bodies`.
    pub body: usize,
    /// Its particle, counted within the body.
    pub particle: u32,
    /// Where it is pulled to, m.
    pub target: Vec3,
}

/// A scene on an engine.
pub struct Simulation<E: Engine> {
    pub(crate) engine: E,
    pub(crate) settings: Settings,
    pub(crate) summary: Summary,
    pub(crate) names: Vec<String>,
    pub(crate) pools: Pools,
    pub(crate) buffers: Buffers,
    pub(crate) links: Vec<Link>,
    pub(crate) families: Vec<Family>,
    pub(crate) balloons: Balloons,
    /// The closed surface of each body; empty where it encloses nothing.
    pub(crate) skins: Vec<Vec<[u32; 3]>>,
    pub(crate) slots_of: Vec<[u32; 2]>,
    pub(crate) kinematics: Kinematics,
    pub(crate) watches: Watches,
    /// The watched particle of each probe.
    pub(crate) probes: Vec<u32>,
    /// Whether a body has pins, and whether it has constraints.
    pub(crate) pinned: Vec<(bool, bool)>,
    pub(crate) masses: Vec<f32>,
    /// Contact slots a particle.
    pub(crate) slots: u32,
    pub(crate) materials: Vec<Material>,
    pub(crate) bodies: Vec<Body>,
    pub(crate) compliances: Vec<Compliance>,
    pub(crate) colliders: Vec<Collider>,
    pub(crate) start: Start,
    pub(crate) tangents: bool,
    pub(crate) recording: Recording,
    pub(crate) frame_program: ProgramId,
    pub(crate) present_program: ProgramId,
    pub(crate) clear_program: ProgramId,
    pub(crate) frame: u64,
    pub(crate) status: [u32; STATUS_WORDS as usize],
    pub(crate) grab: Option<Grab>,
    pub(crate) poses: Vec<Pose>,
}

impl<E: Engine> Simulation<E> {
    /// Builds the pools of a scene and the recording of a frame; the state is that of frame 0.
    ///
    /// # Errors
    /// When the engine's memory or device does not suffice.
    pub fn new(scene: &Scene, settings: Settings, mut engine: E) -> Result<Self, Error> {
        let parts = Parts::new(scene, &settings, &mut engine)?;
        let buffers = Buffers::new(&mut engine, &parts.plan(scene, &settings))?;
        let shape = parts.shape(scene, &settings, engine.subgroup_size());
        let summary = summary(scene, &settings, &parts, shape.lanes, &engine);
        let recording = step::frame(&shape, &buffers);
        let frame_program = engine.prepare(&recording)?;
        let present_program = engine.prepare(&step::present(&shape, &buffers))?;
        let clear_program = engine.prepare(&step::clear(&buffers))?;
        let probe =
            |(body, vertex): &(usize, u32)| probe_particle(scene, &parts.pools, *body, *vertex);
        let mut simulation = Self {
            names: scene
                .bodies
                .iter()
                .map(|body| scene.body_name(body).to_owned())
                .collect(),
            start: Start::new(scene, &parts),
            probes: settings.probes.iter().map(probe).collect(),
            pinned: parts.pinned(scene),
            slots: shape.slots,
            materials: material::materials(scene, &settings),
            bodies: material::bodies(scene, &settings),
            compliances: material::compliances(scene),
            colliders: colliders(scene),
            tangents: shape.tangents,
            skins: (0..scene.bodies.len())
                .map(|body| skin(scene, &parts.pools, body))
                .collect(),
            pools: parts.pools,
            links: parts.links,
            families: parts.families,
            balloons: parts.balloons,
            slots_of: parts.slotted.slots_of,
            kinematics: parts.kinematics,
            watches: parts.watches,
            masses: parts.masses,
            summary,
            engine,
            settings,
            buffers,
            recording,
            frame_program,
            present_program,
            clear_program,
            frame: 0,
            status: [0; STATUS_WORDS as usize],
            grab: None,
            poses: Vec::new(),
        };
        simulation.reset()?;
        Ok(simulation)
    }

    /// Simulates one frame.
    ///
    /// # Errors
    /// [`Error::Diverged`] when a value is no longer finite, [`Error::Engine`] when the device is lost.
    pub fn step(&mut self) -> Result<(), Error> {
        if self.kinematics.moves() {
            self.upload_kinematics(self.time())?;
        }
        self.upload_frame()?;
        self.engine.run(self.frame_program)?;
        self.frame += 1;
        let status = read::<u32, E>(
            &mut self.engine,
            self.buffers.status,
            0,
            STATUS_WORDS as usize,
        )?;
        self.status.copy_from_slice(&status);
        if self.status[STATUS_NONFINITE as usize] == 0 {
            Ok(())
        } else {
            Err(self.diverged()?)
        }
    }

    /// Goes back to frame 0.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn reset(&mut self) -> Result<(), Error> {
        self.engine.write(
            self.buffers.position,
            0,
            bytemuck::cast_slice(&self.start.positions),
        )?;
        self.engine.write(
            self.buffers.velocity,
            0,
            bytemuck::cast_slice(&self.start.velocities),
        )?;
        self.engine.run(self.clear_program)?;
        self.frame = 0;
        self.status = [0; STATUS_WORDS as usize];
        self.upload_kinematics(0.0)?;
        self.poses.truncate(self.colliders.len());
        Ok(self.engine.run(self.present_program)?)
    }

    /// Pulls a vertex towards a point in the following steps, or lets it go. Needs `Settings::interactive`.
    pub fn grab(&mut self, grab: Option<Grab>) {
        self.grab = grab;
    }

    /// What the simulation is.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
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

    /// Simulated time, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.frame as f64 * self.settings.dt()
    }

    /// The commands of a frame, for stage tests and benchmarks.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Copies all particles to the host.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn particles(&mut self) -> Result<Particles, Error> {
        let xyz = |all: Vec<[f32; 4]>| all.into_iter().map(|[x, y, z, _]| [x, y, z]).collect();
        Ok(Particles {
            positions: xyz(self.read_particles(self.buffers.position)?),
            velocities: xyz(self.read_particles(self.buffers.velocity)?),
            first: self.pools.first_particle.clone(),
        })
    }

    /// What the renderer reads.
    #[must_use]
    pub fn draw_buffers(&self) -> DrawBuffers {
        DrawBuffers {
            vertices: self.buffers.vertices,
            normals: self.buffers.normals,
            tangents: self.tangents.then_some(self.buffers.tangents),
            first_vertex: self.pools.first_vertex[..self.names.len()].to_vec(),
        }
    }

    /// Links and particles for the viewer.
    #[must_use]
    pub fn link_buffers(&self) -> LinkBuffers {
        LinkBuffers {
            positions: self.buffers.position,
            particles: self.pools.particles(),
            links: self
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

    fn upload_kinematics(&mut self, start: f64) -> Result<(), Error> {
        let (poses, matrices) = self.kinematics.frame(start, &self.settings);
        self.engine
            .write(self.buffers.poses, 0, bytemuck::cast_slice(&poses))?;
        self.engine.write(
            self.buffers.pin_matrices,
            0,
            bytemuck::cast_slice(&matrices),
        )?;
        self.poses = poses[poses.len() - self.colliders.len()..].to_vec();
        Ok(())
    }

    fn upload_frame(&mut self) -> Result<(), Error> {
        let h = self.settings.h();
        let gravity = self.settings.gravity;
        let mut frame = Frame {
            gravity: gravity.as_vec3().to_array(),
            h: h as f32,
            rest_speed: (2.0 * gravity.length() * h) as f32,
            grabbed: NONE,
            wind: self.settings.wind.unwrap_or_default().as_vec3().to_array(),
            ..Frame::default()
        };
        if let Some(grab) = self.grab {
            // A spring that would swing the whole body at 3 Hz: firm on a sheet and on a thread alike.
            let mass: f64 = self.masses[self.pools.range(grab.body)]
                .iter()
                .map(|m| f64::from(*m))
                .sum();
            let stiffness = mass.max(1e-9) * (std::f64::consts::TAU * 3.0).powi(2);
            frame.grabbed = self.pools.first_particle[grab.body] + grab.particle;
            frame.target = grab.target.to_array();
            frame.grab_compliance = (1.0 / (stiffness * h * h)) as f32;
        }
        Ok(self
            .engine
            .write(self.buffers.frame, 0, bytemuck::bytes_of(&frame))?)
    }

    /// Names the body and the pass of the first value that was not finite.
    fn diverged(&mut self) -> Result<Error, Error> {
        let found = diagnose(
            &mut self.engine,
            &self.recording,
            self.clear_program,
            &self.buffers,
            self.masses.len(),
        )?;
        let body = found.particle.map_or("a body", |i| {
            self.names[self.pools.body_of[i] as usize].as_str()
        });
        Ok(Error::Diverged {
            frame: self.frame,
            body: body.to_owned(),
            pass: found.pass,
        })
    }

    pub(crate) fn read_particles(&mut self, buffer: BufferId) -> Result<Vec<[f32; 4]>, Error> {
        read(&mut self.engine, buffer, 0, self.masses.len())
    }
}
