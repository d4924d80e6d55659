//! The simulation: pools on an engine, stepped a frame at a time.

use crate::build::{Built, build};
use crate::diagnose::diagnose;
use crate::kinematic::{Kinematics, colliders};
use crate::links::{Constraints, Slotted};
use crate::measure::{State, vector};
use crate::pools::Pools;
use crate::scratch::read;
use crate::state::{Buffers, Plan, contact_slots};
use crate::step::{self, Shape};
use crate::summary::{Parts, summary};
use crate::vertices::Vertices;
use crate::watch::{Watches, probe_particle};
use crate::{Error, FrameMetrics, Overflow, ProbeMetrics, Settings, Summary, mass, material};
use glam::Vec3;
use pliant_kernels::types::{
    FEATURE_DAMPED, FEATURE_HINGES, FEATURE_ONE_ITERATION, FEATURE_ONE_MATERIAL, Frame, Material,
    NONE, Pose, STATUS_CONTACTS, STATUS_NONFINITE, STATUS_OVERFLOW, STATUS_WORDS,
};
use pliant_kernels::{BufferId, Engine, PassTime, ProgramId, Recording};
use pliant_scene::{Scene, Solver};

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
    engine: E,
    settings: Settings,
    summary: Summary,
    names: Vec<String>,
    pools: Pools,
    buffers: Buffers,
    constraints: Constraints,
    slots_of: Vec<[u32; 2]>,
    kinematics: Kinematics,
    watches: Watches,
    /// The watched particle of each probe.
    probes: Vec<u32>,
    /// Whether a body has pins, and whether it has constraints.
    pinned: Vec<(bool, bool)>,
    masses: Vec<f32>,
    compliances: Vec<f64>,
    colliders: Vec<pliant_kernels::types::Collider>,
    start: Start,
    tangents: bool,
    recording: Recording,
    frame_program: ProgramId,
    present_program: ProgramId,
    frame: u64,
    status: [u32; STATUS_WORDS as usize],
    grab: Option<Grab>,
    poses: Vec<Pose>,
}

/// The state at frame 0.
struct Start {
    positions: Vec<[f32; 4]>,
    previous: Vec<[f32; 4]>,
    velocities: Vec<[f32; 4]>,
}

impl Start {
    fn new(scene: &Scene, pools: &Pools, built: &Built, masses: &[f32], inverse: &[f32]) -> Self {
        let velocities = mass::velocities(scene, pools, &built.positions, masses);
        let with = |x: &[f32], w: f32| [x[0], x[1], x[2], w];
        Self {
            positions: built
                .positions
                .iter()
                .zip(inverse)
                .map(|(x, w)| with(x, *w))
                .collect(),
            previous: built
                .positions
                .iter()
                .zip(masses)
                .map(|(x, m)| with(x, *m))
                .collect(),
            velocities: velocities
                .iter()
                .zip(inverse)
                .map(|(v, w)| if *w > 0.0 { with(v, *w) } else { [0.0; 4] })
                .collect(),
        }
    }
}

impl<E: Engine> Simulation<E> {
    /// Builds the pools of a scene and the recording of a frame; the state is that of frame 0.
    ///
    /// # Errors
    /// When the engine's memory or device does not suffice.
    pub fn new(scene: &Scene, settings: Settings, mut engine: E) -> Result<Self, Error> {
        let pools = Pools::new(scene);
        let built = build(&pools, &mut engine)?;
        let masses = mass::masses(scene, &pools, &built);
        let inverse = mass::inverse_masses(scene, &pools, &masses);
        let mut constraints = Constraints::free(&built, &inverse);
        let mut colors = Default::default();
        let mut slotted = Slotted::default();
        match settings.solver {
            Solver::GaussSeidel => colors = constraints.color(&built.rests, &inverse),
            Solver::Jacobi => slotted = Slotted::new(&mut engine, pools.particles(), &constraints)?,
        }
        let lambda_of = |link: usize, end: usize| {
            slotted
                .slots_of
                .get(link)
                .map_or(link as u32, |slots| slots[end])
        };
        let watches = Watches::new(scene, &pools, &settings, &constraints, lambda_of);
        let vertices = Vertices::new(scene, &pools);
        let kinematics = Kinematics::new(scene, &pools);
        let ranges: Vec<[u32; 2]> = colors
            .iter()
            .flat_map(|c| c.ranges.iter().copied())
            .collect();
        let plan = Plan {
            scene,
            settings: &settings,
            body_of: &pools.body_of,
            constraints: &constraints,
            ranges: &ranges,
            slotted: &slotted,
            vertices: &vertices,
            kinematics: &kinematics,
            watches: &watches,
        };
        let buffers = Buffers::new(&mut engine, &plan)?;
        let materials = material::materials(scene, &settings);
        let lanes = lanes(engine.subgroup_size(), &slotted, pools.particles());
        let shape = Shape {
            settings: &settings,
            kinematics: &kinematics,
            particles: pools.particles(),
            hinges: constraints.hinges.len() as u32,
            colliders: scene.colliders.len() as u32,
            slots: contact_slots(scene),
            watches: watches.watches.len() as u32,
            vertices: pools.vertices(),
            tangents: !vertices.texcoords.is_empty(),
            link_colors: &colors[0].ranges,
            hinge_colors: &colors[1].ranges,
            features: features(&settings, &constraints, &materials),
            lanes,
        };
        let recording = step::frame(&shape, &buffers);
        let frame_program = engine.prepare(&recording)?;
        let present_program = engine.prepare(&step::present(&shape, &buffers))?;
        let has_links = |body: usize| {
            let of_body = |material: u32| material as usize / 4 == body;
            constraints.links.iter().any(|l| of_body(l.material))
                || constraints.hinges.iter().any(|h| of_body(h.material))
        };
        let tangents = shape.tangents;
        let parts = Parts {
            scene,
            settings: &settings,
            pools: &pools,
            built: &built,
            masses: &masses,
            colors: &colors,
            lanes,
        };
        let summary = summary(&parts, &engine);
        let mut simulation = Self {
            summary,
            names: scene
                .bodies
                .iter()
                .map(|body| scene.body_name(body).to_owned())
                .collect(),
            start: Start::new(scene, &pools, &built, &masses, &inverse),
            probes: settings
                .probes
                .iter()
                .map(|(body, vertex)| probe_particle(scene, &pools, *body, *vertex))
                .collect(),
            pinned: scene
                .bodies
                .iter()
                .enumerate()
                .map(|(i, b)| (!b.pinned.is_empty(), has_links(i)))
                .collect(),
            compliances: material::compliances(scene),
            colliders: colliders(scene),
            slots_of: slotted.slots_of,
            engine,
            settings,
            pools,
            buffers,
            constraints,
            kinematics,
            watches,
            masses,
            tangents,
            recording,
            frame_program,
            present_program,
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
            self.buffers.previous,
            0,
            bytemuck::cast_slice(&self.start.previous),
        )?;
        self.engine.write(
            self.buffers.velocity,
            0,
            bytemuck::cast_slice(&self.start.velocities),
        )?;
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

    /// Measures the current state.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn metrics(&mut self) -> Result<FrameMetrics, Error> {
        let positions = self.read_particles(self.buffers.position)?;
        let velocities = self.read_particles(self.buffers.velocity)?;
        let link_lambda = self.link_lambdas()?;
        let hinge_lambda = self.hinge_lambdas()?;
        let forces = self.forces()?;
        let state = State {
            positions: &positions,
            velocities: &velocities,
            masses: &self.masses,
            body_of: &self.pools.body_of,
            links: &self.constraints.links,
            link_lambda: &link_lambda,
            hinges: &self.constraints.hinges,
            hinge_lambda: &hinge_lambda,
            compliances: &self.compliances,
            colliders: &self.colliders,
            poses: &self.poses,
            gravity: self.settings.gravity,
            h: self.settings.h(),
        };
        let mut bodies: Vec<_> = self
            .names
            .iter()
            .enumerate()
            .map(|(i, name)| state.body(name, self.range(i)))
            .collect();
        state.constraints(&mut bodies);
        if self.frame > 0 {
            for (i, body) in bodies.iter_mut().enumerate() {
                body.pin_force = self.pin_force(i, &forces);
            }
        }
        Ok(FrameMetrics {
            frame: self.frame,
            time: self.time(),
            bodies,
            probes: self.probe_metrics(&positions, &velocities, &forces),
            contacts: self.status[STATUS_CONTACTS as usize].into(),
            overflow: Overflow {
                contacts: self.status[STATUS_OVERFLOW as usize].into(),
                ..Overflow::default()
            },
            nonfinite: self.status[STATUS_NONFINITE as usize].into(),
        })
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
                .constraints
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

    fn range(&self, body: usize) -> std::ops::Range<usize> {
        self.pools.first_particle[body] as usize..self.pools.first_particle[body + 1] as usize
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
            ..Frame::default()
        };
        if let Some(grab) = self.grab {
            // A spring that would swing the whole body at 3 Hz: firm on a sheet and on a thread alike.
            let mass: f64 = self.masses[self.range(grab.body)]
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

    fn read_particles(&mut self, buffer: BufferId) -> Result<Vec<[f32; 4]>, Error> {
        read(&mut self.engine, buffer, 0, self.masses.len())
    }

    /// λ of each link, wherever the solver keeps it.
    fn link_lambdas(&mut self) -> Result<Vec<f32>, Error> {
        if self.frame == 0 {
            return Ok(vec![0.0; self.constraints.links.len()]);
        }
        if self.settings.solver == Solver::GaussSeidel {
            return read(
                &mut self.engine,
                self.buffers.lambda,
                0,
                self.constraints.links.len(),
            );
        }
        let last = self
            .slots_of
            .iter()
            .map(|s| s[0] as usize + 1)
            .max()
            .unwrap_or(0);
        let slots: Vec<f32> = read(&mut self.engine, self.buffers.lambda, 0, last)?;
        Ok(self.slots_of.iter().map(|s| slots[s[0] as usize]).collect())
    }

    fn hinge_lambdas(&mut self) -> Result<Vec<f32>, Error> {
        let count = self.constraints.hinges.len();
        if self.frame == 0 {
            Ok(vec![0.0; count])
        } else {
            read(&mut self.engine, self.buffers.hinge_lambda, 0, count)
        }
    }

    /// Force on each watched particle, mean over the frame's substeps, N.
    fn forces(&mut self) -> Result<Vec<glam::DVec3>, Error> {
        let sums: Vec<[f32; 4]> = read(
            &mut self.engine,
            self.buffers.forces,
            0,
            self.watches.watches.len(),
        )?;
        let h = self.settings.h();
        Ok(sums
            .iter()
            .map(|sum| vector(sum) / (h * h * f64::from(self.settings.substeps)))
            .collect())
    }

    fn pin_force(&self, body: usize, forces: &[glam::DVec3]) -> Option<[f64; 3]> {
        let (pinned, linked) = self.pinned[body];
        let range = self.range(body);
        let of_pin = |(watch, force): (&pliant_kernels::types::Watch, &glam::DVec3)| {
            let particle = watch.particle as usize;
            let is_pin =
                linked && range.contains(&particle) && self.start.positions[particle][3] == 0.0;
            if is_pin { *force } else { glam::DVec3::ZERO }
        };
        let total: glam::DVec3 = self.watches.watches.iter().zip(forces).map(of_pin).sum();
        pinned.then(|| total.to_array())
    }

    fn probe_metrics(
        &self,
        positions: &[[f32; 4]],
        velocities: &[[f32; 4]],
        forces: &[glam::DVec3],
    ) -> Vec<ProbeMetrics> {
        let probe = |((body, index), particle): (&(usize, u32), &u32)| {
            let i = *particle as usize;
            let watched = self.watches.find(*particle).filter(|_| self.frame > 0);
            ProbeMetrics {
                name: self.names[*body].clone(),
                index: *index,
                position: vector(&positions[i]).to_array(),
                velocity: vector(&velocities[i]).to_array(),
                force: watched.map(|w| forces[w].to_array()),
            }
        };
        self.settings
            .probes
            .iter()
            .zip(&self.probes)
            .map(probe)
            .collect()
    }
}

/// Lanes that share a particle: a whole subgroup pays only where it has links for half of its lanes
/// (ARCHITECTURE.md, lanes), and never depends on timing.
fn lanes(subgroup: u32, slotted: &Slotted, particles: u32) -> u32 {
    let links = slotted.slots.len() as u32 / particles.max(1);
    if subgroup > 1 && links >= (subgroup / 2).max(16) {
        subgroup
    } else {
        1
    }
}

/// What the links' and the hinges' passes must be able to do.
fn features(settings: &Settings, constraints: &Constraints, materials: &[Material]) -> [u32; 2] {
    let bit = |on: bool, feature: u32| if on { feature } else { 0 };
    let common = bit(settings.iterations == 1, FEATURE_ONE_ITERATION)
        | bit(!constraints.hinges.is_empty(), FEATURE_HINGES);
    let of = |used: &mut dyn Iterator<Item = u32>| {
        let rows: Vec<Material> = used.map(|row| materials[row as usize]).collect();
        common
            | bit(rows.iter().any(|m| m.damping != 0.0), FEATURE_DAMPED)
            | bit(
                rows.iter().all(|m| *m == materials[0]),
                FEATURE_ONE_MATERIAL,
            )
    };
    [
        of(&mut constraints.links.iter().map(|l| l.material)),
        of(&mut constraints.hinges.iter().map(|h| h.material)),
    ]
}
