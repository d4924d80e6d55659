//! A scene simulated on Vulkan for a test, under a [`Quiet`] guard.

use crate::{Quiet, gpu, quiet};
use glam::DVec3;
use pliant_gpu::VulkanEngine;
use pliant_scene::{Overrides, Scene, Source, load};
use pliant_scenes::Document;
use pliant_sim::{BodyMetrics, FrameMetrics, ProbeMetrics, Settings, Simulation};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

/// A simulation on a device of its own.
pub struct World {
    // Goes first, so that its end is validated too.
    simulation: Simulation<VulkanEngine>,
    _quiet: Quiet,
}

impl World {
    /// Simulates `scene` by its own settings, changed by `change`.
    ///
    /// # Panics
    /// Without a device.
    #[must_use]
    pub fn new(scene: &Scene, change: impl FnOnce(&mut Settings)) -> Self {
        Self::with(scene, change, |_| {})
    }

    /// The same with an engine that `adapt` changed.
    ///
    /// # Panics
    /// Without a device.
    #[must_use]
    pub fn with(
        scene: &Scene,
        change: impl FnOnce(&mut Settings),
        adapt: impl FnOnce(&mut VulkanEngine),
    ) -> Self {
        let gpu = gpu();
        let guard = quiet(&gpu);
        let mut settings = Settings::of(scene);
        change(&mut settings);
        let mut engine = VulkanEngine::new(gpu).expect("an engine on an open device");
        adapt(&mut engine);
        let simulation = Simulation::new(scene, settings, engine).expect("a small scene fits");
        Self {
            simulation,
            _quiet: guard,
        }
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

    /// The metrics now.
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

    /// The metrics of the only body, or the first.
    pub fn body(&mut self) -> BodyMetrics {
        self.measure().bodies.swap_remove(0)
    }

    /// All positions, m.
    ///
    /// # Panics
    /// When the device is lost.
    pub fn positions(&mut self) -> Vec<[f32; 3]> {
        self.simulation.particles().expect("a device").positions
    }

    /// The position of one particle, m.
    pub fn position(&mut self, particle: usize) -> DVec3 {
        DVec3::from(self.positions()[particle].map(f64::from))
    }
}

impl Deref for World {
    type Target = Simulation<VulkanEngine>;
    fn deref(&self) -> &Self::Target {
        &self.simulation
    }
}

impl DerefMut for World {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.simulation
    }
}

/// Loads a document that a test made.
///
/// # Panics
/// When it does not load: a mistake in the test.
#[must_use]
pub fn scene_of(document: &Document) -> Scene {
    load(&Source::Bytes(document.to_glb()), &Overrides::default()).expect("a test's scene loads")
}

/// Loads a committed scene by its name.
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

/// The folder of committed scenes.
#[must_use]
pub fn scenes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes")
}
