//! Times a scene on one or several engines in turn, so that noise of the machine affects all of them.

use super::standard::{Stage, Standard, Work};
use crate::device::Simulator;
use crate::engine::AnyEngine;
use crate::exit::Error;
use crate::interrupt;
use crate::log;
use pliant_gpu::Timing;
use pliant_passes::PassTime;
use std::collections::BTreeMap;
use std::time::Instant;

/// Frames of a stage are timed for at least this many seconds, unless it has fewer.
pub(crate) const SECONDS: f64 = 3.0;

/// A scene on an engine.
pub(crate) struct Runner<'a> {
    /// The engine.
    pub(crate) simulator: &'a Simulator,
    /// The scene on it.
    pub(crate) work: Box<dyn Work>,
    /// Time of loading the scene and building the simulation, ms.
    pub(crate) build_ms: f64,
}

/// The times of a stage on an engine.
#[derive(Default)]
pub(crate) struct Times {
    /// Wall time of each frame, submission and waiting included, ascending, ms.
    pub(crate) frames_ms: Vec<f64>,
    /// Time and dispatches of each pass, or of each folder of passes, in the frame in which they took the least time, ms.
    pub(crate) passes: BTreeMap<&'static str, f64>,
}

/// Starts a scene on each engine whose memory suffices, and steps to the first frame that is timed.
pub(crate) fn start<'a>(
    scene: &Standard,
    simulators: &'a [Simulator],
) -> Result<Vec<Runner<'a>>, Error> {
    let runner = |simulator| -> Result<Runner<'a>, Error> {
        let engine = AnyEngine::new(simulator, scene.timing)?;
        let began = Instant::now();
        let mut work = (scene.start)(engine)?;
        let build_ms = began.elapsed().as_secs_f64() * 1e3;
        for _ in 0..scene.warm_up {
            interrupt::check()?;
            work.step()?;
        }
        Ok(Runner {
            simulator,
            work,
            build_ms,
        })
    };
    let mut runners = Vec::new();
    let mut refused = None;
    for simulator in simulators {
        match runner(simulator) {
            Ok(runner) => runners.push(runner),
            Err(Error::Device(why)) => {
                let [name, _] = simulator.names();
                log::line(&format!("{} is not measured on {name}: {why}", scene.title));
                refused = Some(Error::Device(why));
            }
            Err(error) => return Err(error),
        }
    }
    match refused {
        Some(error) if runners.is_empty() => Err(error),
        _ => Ok(runners),
    }
}

/// Times the frames of a stage on all engines in turn.
pub(crate) fn time(
    runners: &mut [Runner<'_>],
    stage: &Stage,
    timing: Timing,
) -> Result<Vec<Times>, Error> {
    let mut all: Vec<Times> = runners.iter().map(|_| Times::default()).collect();
    let started = Instant::now();
    let mut frames = 0;
    while frames < stage.frames
        || (frames < stage.most && started.elapsed().as_secs_f64() < SECONDS)
    {
        for (runner, times) in runners.iter_mut().zip(&mut all) {
            interrupt::check()?;
            times.add(runner, timing)?;
        }
        frames += 1;
    }
    all.iter_mut()
        .for_each(|t| t.frames_ms.sort_by(f64::total_cmp));
    Ok(all)
}

impl Times {
    /// Steps once.
    fn add(&mut self, runner: &mut Runner<'_>, timing: Timing) -> Result<(), Error> {
        let start = Instant::now();
        runner.work.step()?;
        self.frames_ms.push(start.elapsed().as_secs_f64() * 1e3);
        let mut passes = BTreeMap::new();
        for PassTime { pass, ms, .. } in runner.work.timings() {
            *passes.entry(label(pass.row().name, timing)).or_default() += ms;
        }
        let total = |passes: &BTreeMap<_, f64>| passes.values().sum::<f64>();
        if self.passes.is_empty() || total(&passes) < total(&self.passes) {
            self.passes = passes;
        }
        Ok(())
    }

    /// The fastest frame, ms.
    pub(crate) fn fastest(&self) -> f64 {
        self.frames_ms[0]
    }

    /// The median frame, ms.
    pub(crate) fn median(&self) -> f64 {
        self.frames_ms[self.frames_ms.len() / 2]
    }

    /// The mean of all frames, ms.
    pub(crate) fn mean(&self) -> f64 {
        self.frames_ms.iter().sum::<f64>() / self.frames_ms.len() as f64
    }
}

/// The name under which the time of a pass counts: its own, or its folder's.
pub(crate) fn label(name: &'static str, timing: Timing) -> &'static str {
    match (timing, name.split_once('/')) {
        (Timing::Phases, Some((folder, _))) => folder,
        _ => name,
    }
}
