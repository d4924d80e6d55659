//! A simulation that another program drives: the Python package does. It has the scene, the device, and what pictures need.

use crate::device::{CPU, Devices, Drawing, Simulator};
use crate::draw::{Look, PictureRenderer, View};
use crate::engine::AnyEngine;
use crate::exit::Error;
use crate::options::{Command, FluidLook, Level, RunOptions};
use crate::stream::Header;
use crate::{checkpoint, config, log, run};
use pliant_gpu::Timing;
use pliant_passes::{BufferId, Engine};
use pliant_scene::{Image, Overrides, Scene, Source};
use pliant_sim::{Checkpoint, Settings, Simulation};
use std::ffi::OsString;
use std::sync::Arc;

/// Keys that a simulation can change between frames, without `pliant_`: they are in no list that is made once for each scene.
const LIVE: [&str; 10] = [
    "air_drag",
    "attach_compliance",
    "bend_compliance",
    "damping",
    "poissons_ratio",
    "shear_compliance",
    "stiffness",
    "stretch_compliance",
    "velocity_damping",
    "volume_compliance",
];
/// The same of finite elements.
const LIVE_ELASTIC: &str = "youngs_modulus";

/// A scene that was read, where it came from, and the keys that override those of its file.
#[derive(Clone)]
pub struct LoadedScene {
    source: Source,
    overrides: Overrides,
    scene: Arc<Scene>,
}

impl LoadedScene {
    /// Reads a scene.
    ///
    /// # Errors
    /// [`Error::Scene`] where it cannot be loaded, [`Error::Usage`] for an override that does not fit it.
    pub fn load(source: Source, overrides: Overrides) -> Result<Self, Error> {
        let scene = Arc::new(pliant_scene::load(&source, &overrides)?);
        Ok(Self {
            source,
            overrides,
            scene,
        })
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }
}

/// What a change of keys came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Applied {
    /// The next frame has the new values.
    Now,
    /// Nothing was changed, since this key needs a new simulation.
    NeedsRebuild(String),
}

/// A picture to draw.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// Name of a camera's node; `None` frames the scene.
    pub camera: Option<String>,
    /// Whether fluids are drawn as balls, instead of their surface.
    pub balls: bool,
}

/// A simulation on its device.
pub struct Session {
    loaded: LoadedScene,
    options: Box<RunOptions>,
    simulator: Simulator,
    simulation: Simulation<AnyEngine>,
    renderer: Option<PictureRenderer>,
}

impl Session {
    /// A simulation of a scene at frame 0. `options` are those of `pliant run` that choose device and settings, such as `--substeps=10`.
    ///
    /// # Errors
    /// [`Error::Usage`] for a wrong option, [`Error::Device`] where the device cannot be used.
    pub fn new(loaded: &LoadedScene, options: &[String]) -> Result<Self, Error> {
        log::start(Level::Warn);
        let options = parsed(options)?;
        let settings = settings(&options, &loaded.scene)?;
        let simulator = Devices::open(&options.common, &Drawing::None)?.simulator;
        let engine = AnyEngine::new(&simulator, Timing::Off)?;
        Ok(Self {
            simulation: Simulation::new(&loaded.scene, settings, engine)?,
            loaded: loaded.clone(),
            options,
            simulator,
            renderer: None,
        })
    }

    /// The simulation.
    pub fn simulation(&mut self) -> &mut Simulation<AnyEngine> {
        &mut self.simulation
    }

    /// The simulation, for reading.
    #[must_use]
    pub fn state(&self) -> &Simulation<AnyEngine> {
        &self.simulation
    }

    /// The scene that is simulated.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.loaded.scene
    }

    /// Names of the device and of its driver.
    #[must_use]
    pub fn device(&self) -> [String; 2] {
        self.simulator.names()
    }

    /// Threads of the CPU engine; `None` on a Vulkan device.
    #[must_use]
    pub fn threads(&self) -> Option<usize> {
        self.simulator.threads()
    }

    /// Content of a part of a buffer, without a copy on the CPU.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn with_content<R>(
        &mut self,
        buffer: BufferId,
        [offset, bytes]: [u64; 2],
        use_it: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, Error> {
        match self.simulation.engine() {
            AnyEngine::Cpu(engine) => {
                let [start, length] = [offset, bytes].map(|n| n as usize);
                Ok(use_it(&engine.content(buffer)[start..start + length]))
            }
            AnyEngine::Vulkan(engine) => Ok(use_it(&engine.read(buffer, offset, bytes)?)),
        }
    }

    /// The header line of the metrics, as JSON.
    ///
    /// # Errors
    /// [`Error::Internal`] where it cannot be written as JSON.
    pub fn header(&self) -> Result<String, Error> {
        let header = Header::new(
            &self.loaded.scene,
            &self.simulator,
            self.simulation.summary(),
        );
        json(&header)
    }

    /// The metrics of the current frame, as JSON.
    ///
    /// # Errors
    /// When the device is lost.
    pub fn metrics(&mut self) -> Result<String, Error> {
        json(&self.simulation.metrics()?)
    }

    /// The whole state, as the content of a file of `--save-state`.
    ///
    /// # Errors
    /// [`Error::Scene`] when the state is not finite; when the device is lost.
    pub fn save(&mut self) -> Result<Vec<u8>, Error> {
        let device = checkpoint::device(&self.simulator);
        Ok(self.simulation.save(&device)?)
    }

    /// Continues from a saved state.
    ///
    /// # Errors
    /// [`Error::Scene`] where it is of another scene or damaged.
    pub fn load(&mut self, state: Vec<u8>) -> Result<(), Error> {
        let checkpoint = Checkpoint::read(state, self.simulation.identity())?;
        Ok(self.simulation.load(&checkpoint)?)
    }

    /// Changes keys of nodes between frames: node or glob, key without `pliant_`, value as JSON.
    ///
    /// # Errors
    /// [`Error::Usage`] for a key or value that does not fit; nothing is changed then.
    pub fn set(&mut self, sets: &[(String, String, String)]) -> Result<Applied, Error> {
        let key = |key: &str| key.strip_prefix("pliant_").unwrap_or(key).to_owned();
        let mut overrides = self.loaded.overrides.clone();
        overrides.sets.extend(sets.iter().cloned());
        let scene = pliant_scene::inspect(&self.loaded.source, &overrides)?;
        let old = &self.loaded.scene;
        if let Some(warning) = (scene.warnings.iter()).find(|w| !old.warnings.contains(w)) {
            return Err(Error::Usage(warning.clone()));
        }
        let damped = |scene: &Scene| scene.bodies.iter().any(|b| b.keys.velocity_damping > 0.0);
        for (_, name, _) in sets {
            let name = key(name);
            let is_live = LIVE.contains(&&*name) || name == LIVE_ELASTIC;
            let begins = name == "velocity_damping" && damped(&scene) != damped(old);
            if !is_live || begins || scene.bodies.len() != old.bodies.len() {
                return Ok(Applied::NeedsRebuild(name));
            }
        }
        let rigid = |(node, name, _): &&(String, String, String)| {
            let found = old.nodes.iter().find(|n| n.name == *node);
            key(name) == "air_drag" && found.is_some_and(|n| n.body.is_none())
        };
        if let Some((_, name, _)) = sets.iter().find(rigid) {
            return Ok(Applied::NeedsRebuild(key(name)));
        }
        let mut changed = Scene::clone(old);
        changed.digest = scene.digest;
        for (body, new) in changed.bodies.iter_mut().zip(&scene.bodies) {
            body.keys.clone_from(&new.keys);
        }
        self.simulation.set_materials(&changed)?;
        (self.loaded.scene, self.loaded.overrides) = (Arc::new(changed), overrides);
        Ok(Applied::Now)
    }

    /// Pins these particles of a deformable body, instead of those that were pinned, where they are. The simulation is built again and continues
    /// from its positions and velocities.
    ///
    /// # Errors
    /// When the device has too little memory.
    pub fn pin(&mut self, body: usize, particles: Vec<u32>) -> Result<(), Error> {
        let state = self.simulation.frame_state()?;
        let mut scene = Scene::clone(&self.loaded.scene);
        scene.hold_pins(body, particles);
        let settings = self.simulation.settings().clone();
        let engine = AnyEngine::new(&self.simulator, Timing::Off)?;
        let mut simulation = Simulation::new(&scene, settings, engine)?;
        simulation.continue_from(&state)?;
        self.simulation = simulation;
        self.loaded.scene = Arc::new(scene);
        self.renderer = None;
        Ok(())
    }

    /// Draws the current state.
    ///
    /// # Errors
    /// [`Error::Device`] where no Vulkan device can draw, [`Error::Usage`] for an unknown camera.
    pub fn draw(&mut self, picture: &Picture) -> Result<Image, Error> {
        run::check_camera(&self.loaded.scene, picture.camera.as_deref())?;
        let renderer = match self.renderer.take() {
            Some(renderer) => renderer,
            None => {
                let gpu = self.simulator.drawing(self.options.common.validate)?;
                PictureRenderer::new(&gpu, &self.loaded.scene, &mut self.simulation)?
            }
        };
        let renderer = self.renderer.insert(renderer);
        let fluids = if picture.balls {
            FluidLook::Balls
        } else {
            FluidLook::Surface
        };
        let look = Look {
            camera: picture.camera.clone().map_or(View::Start, View::Named),
            size: picture.size,
            show: fluids.show(),
            hidden: Vec::new(),
        };
        renderer.draw(&mut self.simulation, &look)
    }
}

/// Every device: its name, and why it cannot be used, if so. The last is the CPU.
#[must_use]
pub fn devices() -> Vec<(String, Option<String>)> {
    let vulkan = pliant_gpu::devices().unwrap_or_default();
    let of = |info: pliant_gpu::DeviceInfo| (info.name, info.problem);
    vulkan
        .into_iter()
        .map(of)
        .chain([(CPU.to_owned(), None)])
        .collect()
}

/// Parses options of `pliant run`.
fn parsed(options: &[String]) -> Result<Box<RunOptions>, Error> {
    let fixed = ["pliant", "run", "scene"].map(OsString::from);
    let arguments = fixed.into_iter().chain(options.iter().map(OsString::from));
    match config::parse(arguments)? {
        Some(Command::Run(options)) => Ok(options),
        _ => Err(Error::Usage("these are no options of a run".to_owned())),
    }
}

/// The settings of the options, with what the metrics of a program need.
fn settings(options: &RunOptions, scene: &Scene) -> Result<Settings, Error> {
    run::settings(options, scene)
}

fn json(value: &impl serde::Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|e| Error::Internal(format!("cannot make JSON: {e}")))
}
