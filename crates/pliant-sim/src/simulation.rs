//! The simulation: pools on an engine, stepped a frame at a time.

use crate::{Error, FrameMetrics, Settings, Summary};
use glam::Vec3;
use pliant_kernels::{BufferId, Engine, PassTime};
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
    engine: E,
    summary: Summary,
}

impl<E: Engine> Simulation<E> {
    /// Builds the pools of a scene and the recording of a frame; the state is that of frame 0.
    ///
    /// # Errors
    /// When the engine's memory or device does not suffice.
    pub fn new(scene: &Scene, settings: Settings, engine: E) -> Result<Self, Error> {
        let _ = (scene, settings, engine);
        unimplemented!()
    }

    /// Simulates one frame.
    ///
    /// # Errors
    /// [`Error::Diverged`] when a value is no longer finite, [`Error::Engine`] when the device is lost.
    pub fn step(&mut self) -> Result<(), Error> {
        unimplemented!()
    }

    /// Goes back to frame 0.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn reset(&mut self) -> Result<(), Error> {
        unimplemented!()
    }

    /// Pulls a vertex towards a point in the following steps, or lets it go. Needs `Settings::interactive`.
    pub fn grab(&mut self, grab: Option<Grab>) {
        let _ = grab;
        unimplemented!()
    }

    /// What the simulation is.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The frame that the state is at the end of; 0 at the start.
    #[must_use]
    pub fn frame(&self) -> u64 {
        unimplemented!()
    }

    /// Simulated time, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        unimplemented!()
    }

    /// Measures the current state.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn metrics(&mut self) -> Result<FrameMetrics, Error> {
        unimplemented!()
    }

    /// Copies all particles to the host.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn particles(&mut self) -> Result<Particles, Error> {
        unimplemented!()
    }

    /// What the renderer reads.
    #[must_use]
    pub fn draw_buffers(&self) -> DrawBuffers {
        unimplemented!()
    }

    /// Links and particles for the viewer.
    #[must_use]
    pub fn link_buffers(&self) -> LinkBuffers {
        unimplemented!()
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
}
