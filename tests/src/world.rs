//! A scene simulated for a test, on the CPU or on Vulkan.

use crate::engines::{PhysicsEngine, TestEngine, cpu_engine, physics_engine, vulkan_engine};
use crate::intersections::intersections;
use crate::vulkan::ValidationGuard;
use glam::DVec3;
use pliant_gpu::VulkanEngine;
use pliant_scene::{Overrides, Scene, Solver, Source, load};
use pliant_scenes::Document;
use pliant_sim::{BodyMetrics, FrameMetrics, ProbeMetrics, Settings, Simulation};
use serde_json::Value;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

/// Both solvers, with the iterations that a substep of each needs.
pub const SOLVERS: [(Solver, u32); 2] = [(Solver::GaussSeidel, 1), (Solver::Jacobi, 4)];

/// A simulation on an engine of its own.
pub struct World {
    // Dropped first, so that its destruction is validated too.
    simulation: Simulation<PhysicsEngine>,
    _guard: Option<ValidationGuard>,
}

impl World {
    /// Makes a simulation of `scene` with its own settings, changed by `change`, on the engine of physics tests.
    ///
    /// # Panics
    /// When the scene does not fit.
    #[must_use]
    pub fn new(scene: &Scene, change: impl FnOnce(&mut Settings)) -> Self {
        Self::on(physics_engine(), scene, change)
    }

    /// As [`World::new`], on Vulkan whatever the engine of physics tests is, with an engine that `adapt` changes.
    ///
    /// # Panics
    /// Without a device.
    #[must_use]
    pub fn on_vulkan(
        scene: &Scene,
        change: impl FnOnce(&mut Settings),
        adapt: impl FnOnce(&mut VulkanEngine),
    ) -> Self {
        let mut engine = vulkan_engine();
        adapt(&mut engine);
        Self::on(engine.map(PhysicsEngine::vulkan), scene, change)
    }

    /// As [`World::new`], on so many threads of the CPU.
    ///
    /// # Panics
    /// When the threads do not start.
    #[must_use]
    pub fn on_threads(threads: usize, scene: &Scene, change: impl FnOnce(&mut Settings)) -> Self {
        Self::on(cpu_engine(threads).map(PhysicsEngine::cpu), scene, change)
    }

    fn on(engine: TestEngine, scene: &Scene, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings::of(scene);
        change(&mut settings);
        Self::simulating(engine, scene, settings)
    }

    fn simulating(engine: TestEngine, scene: &Scene, settings: Settings) -> Self {
        let (engine, guard) = engine.into_parts();
        let simulation = Simulation::new(scene, settings, engine).expect("a small scene fits");
        Self {
            simulation,
            _guard: guard,
        }
    }

    /// Makes a simulation of `scene` with a solver and its iterations, one of [`SOLVERS`].
    ///
    /// # Panics
    /// When the scene does not fit.
    #[must_use]
    pub fn solved(scene: &Scene, (solver, iterations): (Solver, u32)) -> Self {
        Self::new(scene, |settings| {
            (settings.solver, settings.iterations) = (solver, iterations);
        })
    }

    /// Simulates `frames` frames.
    ///
    /// # Panics
    /// When the simulation diverges.
    pub fn run(&mut self, frames: u32) {
        for _ in 0..frames {
            self.simulation.step().expect("a stable simulation");
        }
    }

    /// The metrics of the current frame.
    ///
    /// # Panics
    /// When the device is lost.
    pub fn measure(&mut self) -> FrameMetrics {
        self.simulation.metrics().expect("a device")
    }

    /// The force on each probe, N.
    ///
    /// # Panics
    /// Before the first frame.
    pub fn forces(&mut self) -> Vec<DVec3> {
        let force = |p: ProbeMetrics| DVec3::from(p.force.expect("a frame was simulated"));
        self.measure().probes.into_iter().map(force).collect()
    }

    /// The metrics of the first body.
    pub fn body(&mut self) -> BodyMetrics {
        self.measure().bodies.swap_remove(0)
    }

    /// The positions of all particles, m.
    ///
    /// # Panics
    /// When the device is lost.
    pub fn positions(&mut self) -> Vec<[f32; 3]> {
        self.simulation.particles().expect("a device").positions
    }

    /// The bits of all positions, for tests that compare runs exactly.
    pub fn position_bits(&mut self) -> Vec<[u32; 3]> {
        let positions = self.positions().into_iter();
        positions.map(|x| x.map(f32::to_bits)).collect()
    }

    /// The number of edges of all bodies that pierce triangles, counted on the host.
    ///
    /// # Panics
    /// When the device is lost.
    pub fn host_intersections(&mut self) -> usize {
        let particles = self.simulation.particles().expect("a device");
        intersections(&particles.triangles, &[], &particles.positions).len()
    }

    /// The position of one particle, m.
    pub fn position(&mut self, particle: usize) -> DVec3 {
        DVec3::from(self.positions()[particle].map(f64::from))
    }
}

impl Deref for World {
    type Target = Simulation<PhysicsEngine>;
    fn deref(&self) -> &Self::Target {
        &self.simulation
    }
}

impl DerefMut for World {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.simulation
    }
}

/// A JSON object with the keys of `more` in addition, which override its own.
///
/// # Panics
/// When one of them is not an object.
#[must_use]
pub fn merged(mut keys: Value, more: &Value) -> Value {
    let more = more.as_object().expect("an object").clone();
    keys.as_object_mut().expect("an object").extend(more);
    keys
}

/// Loads the document of a test.
///
/// # Panics
/// When it does not load, which is a mistake in the test.
#[must_use]
pub fn scene_of(document: &Document) -> Scene {
    load(&Source::Bytes(document.to_glb()), &Overrides::default()).expect("a test's scene loads")
}

/// Loads a scene of the folder `scenes` by its name.
///
/// # Panics
/// When it does not load.
#[must_use]
pub fn committed(name: &str) -> Scene {
    load(
        &Source::File(scenes().join(format!("{name}.gltf"))),
        &Overrides::default(),
    )
    .expect(name)
}

/// The folder of the committed scenes.
#[must_use]
pub fn scenes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes")
}
