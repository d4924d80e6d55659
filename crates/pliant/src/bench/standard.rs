//! A standard scene: how it starts on an engine, and which of its frames are timed.

use crate::engine::AnyEngine;
use crate::exit::Error;
use pliant_gpu::Timing;
use pliant_passes::{PassTime, Recording};
use pliant_scene::{Overrides, Source, load};
use pliant_sim::{Settings, Simulation};
use std::collections::BTreeMap;

/// A scene of `pliant bench`.
pub(crate) struct Standard {
    /// What distinguishes it from the other scenes of its benchmark.
    pub(crate) title: String,
    /// Whether it takes minutes: `--large` includes it.
    pub(crate) large: bool,
    /// Makes it on an engine.
    pub(crate) start: Start,
    /// Frames before those that are timed.
    pub(crate) warm_up: u32,
    /// What is timed, in order.
    pub(crate) stages: Vec<Stage>,
    /// What Vulkan devices measure. Where a frame has thousands of dispatches, a timestamp around each would take long.
    pub(crate) timing: Timing,
}

/// Makes the work of a scene on an engine.
pub(crate) type Start = Box<dyn Fn(AnyEngine) -> Result<Box<dyn Work>, Error>>;

/// Consecutive frames that are timed together.
pub(crate) struct Stage {
    /// Empty where there is one stage.
    pub(crate) name: &'static str,
    /// Least number of frames.
    pub(crate) frames: u32,
    /// Most frames: more than the least are timed only for some seconds.
    pub(crate) most: u32,
}

/// Numbers that describe the size of a scene, by name.
pub(crate) type Counts = BTreeMap<&'static str, f64>;

/// What a benchmark repeats: frames of a simulation, or another computation on an engine.
pub(crate) trait Work {
    /// Runs it once.
    fn step(&mut self) -> Result<(), Error>;
    /// Device time of each pass in the last step.
    fn timings(&mut self) -> Vec<PassTime>;
    /// What a step records.
    fn recording(&self) -> Recording;
    /// The engine that runs it.
    fn engine(&mut self) -> &mut AnyEngine;
    /// How it is solved, for people.
    fn method(&self) -> String;
    /// The size of the scene in its current state.
    fn counts(&mut self) -> Result<Counts, Error>;
}

impl Standard {
    /// A scene that makes its work by `start`, with two frames before those that are timed, for compilation and caches.
    pub(crate) fn new(
        title: impl Into<String>,
        start: impl Fn(AnyEngine) -> Result<Box<dyn Work>, Error> + 'static,
    ) -> Self {
        let stage = Stage {
            name: "",
            frames: 10,
            most: 150,
        };
        Self {
            title: title.into(),
            large: false,
            start: Box::new(start),
            warm_up: 2,
            stages: vec![stage],
            timing: Timing::Passes,
        }
    }

    /// A simulation of a GLB file, with some settings changed.
    pub(crate) fn simulation(
        title: impl Into<String>,
        glb: impl Fn() -> Vec<u8> + 'static,
        change: impl Fn(&mut Settings) + 'static,
    ) -> Self {
        Self::new(title, move |engine| {
            Ok(Box::new(simulate(glb(), &change, engine)?))
        })
    }

    /// The same scene, with this number of frames before those that are timed, and at most `most` that are.
    pub(crate) fn frames(mut self, warm_up: u32, most: u32) -> Self {
        self.warm_up = warm_up;
        self.stages[0].most = most;
        self
    }
}

/// Starts a simulation of a GLB file on an engine, with some settings changed.
pub(crate) fn simulate(
    glb: Vec<u8>,
    change: impl Fn(&mut Settings),
    engine: AnyEngine,
) -> Result<Simulation<AnyEngine>, Error> {
    let defect = |e: pliant_scene::Error| Error::Internal(e.to_string());
    let scene = load(&Source::Bytes(glb), &Overrides::default()).map_err(defect)?;
    let mut settings = Settings::of(&scene);
    change(&mut settings);
    Ok(Simulation::new(&scene, settings, engine)?)
}

impl Work for Simulation<AnyEngine> {
    fn step(&mut self) -> Result<(), Error> {
        Ok(Self::step(self)?)
    }

    fn timings(&mut self) -> Vec<PassTime> {
        Self::timings(self)
    }

    fn recording(&self) -> Recording {
        Self::recording(self).clone()
    }

    fn engine(&mut self) -> &mut AnyEngine {
        Self::engine(self)
    }

    fn method(&self) -> String {
        let settings = self.settings();
        let plural = |count, what| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        format!(
            "{}, {} of {}",
            settings.solver.name(),
            plural(settings.substeps, "substep"),
            plural(settings.iterations, "iteration")
        )
    }

    fn counts(&mut self) -> Result<Counts, Error> {
        let metrics = self.metrics()?;
        let bodies = &self.summary().bodies;
        let sum = |of: fn(&pliant_sim::BodySummary) -> u32| bodies.iter().map(of).sum::<u32>();
        let rigids = bodies.iter().filter(|body| body.kind == "rigid").count();
        let fluids = metrics.bodies.iter().filter_map(|body| body.fluid);
        let neighbours = fluids.map(|fluid| fluid.neighbours.mean).next();
        let all = [
            ("particles", f64::from(sum(|body| body.particles))),
            (
                "constraints",
                f64::from(sum(|body| body.constraints.values().sum())),
            ),
            ("rigid bodies", rigids as f64),
            ("contacts", metrics.contacts as f64),
            ("neighbours each", neighbours.unwrap_or_default()),
        ];
        Ok(all.into_iter().filter(|(_, count)| *count > 0.0).collect())
    }
}
