//! `pliant run`: simulates without a window and writes the requested outputs.

use crate::check::{Checker, frame_at};
use crate::current::Current;
use crate::device::{Devices, Drawing, Simulator};
use crate::draw::{Look, PictureRenderer, View};
use crate::engine::AnyEngine;
use crate::exit::Error;
use crate::options::{PlyContent, RunOptions};
use crate::stream::{Header, Line, Milliseconds, Stream};
use crate::{checkpoint, interrupt, load, log, report};
use indicatif::{ProgressBar, ProgressStyle};
use pliant_gpu::Timing;
use pliant_outputs::{Bake, Outputs, Plan, Schedule};
use pliant_scene::{At, Scene, SceneSettings, Source};
use pliant_sim::{Checkpoint, FrameMetrics, Identity, Settings, Simulation};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Simulates, writes and checks.
pub(crate) fn run(options: &RunOptions) -> Result<(), Error> {
    let metrics = options.metrics.as_deref();
    let mut outputs = Outputs::new(&options.output, metrics)?;
    let source = load::source(&options.scene)?;
    let scene = Arc::new(load::scene_of(&source, &options.scene)?);
    let surfaces = (options.ply == PlyContent::Surface)
        .then(|| pliant_outputs::spacings(&scene))
        .transpose()?;
    let settings = settings(options, &scene)?;
    let schedule = schedule(options, &scene, settings.fps);
    let end = (schedule.seconds(), settings.repeat);
    check_camera(&scene, options.camera.as_deref())?;
    let resumed = resumed(options, &scene, &settings, schedule.last)?;
    let first = resumed.as_ref().map_or(0, |r| r.checkpoint.frame() + 1);
    let checker = options
        .check
        .then(|| Checker::new(&scene, [first, schedule.last], settings.fps))
        .transpose()?;
    let plan = Plan {
        schedule,
        size: options.size,
        surfaces,
        bake: bake(&outputs, &scene, &source, options)?,
    };
    outputs.open(&plan, &other_files(options))?;
    drop((plan, source));
    let saving = saving(options)?;
    let stream = metrics.map(Stream::open).transpose()?;
    let drawing = if outputs.draw() {
        Drawing::Pictures
    } else {
        Drawing::None
    };
    let devices = Devices::open(&options.common, &drawing)?;
    let late = report_device(&devices);
    load::warn(&scene);
    let engine = AnyEngine::new(&devices.simulator, Timing::Off)?;
    let mut simulation = Simulation::new(&scene, settings, engine)?;
    if let Some(Resumed { file, checkpoint }) = &resumed {
        checkpoint::load(file, checkpoint, &mut simulation, &devices.simulator)?;
    }
    let drawing = devices.drawing.as_ref();
    let renderer = drawing
        .map(|gpu| PictureRenderer::new(gpu, &scene, &mut simulation))
        .transpose()?;
    let run = Run {
        scene: &scene,
        simulator: &devices.simulator,
        simulation,
        look: look(options, &outputs, renderer.as_ref(), end),
        renderer,
        outputs,
        stream,
        checker,
        saving,
        resumed: resumed.is_some(),
        ms: Milliseconds::default(),
    };
    run.all(schedule.last, options.quiet, late)?;
    devices.validated()
}

/// How the options want pictures of a run that ends at a time, s, with animations that repeat or not.
fn look(
    options: &RunOptions,
    outputs: &Outputs,
    renderer: Option<&PictureRenderer>,
    (end, repeat): (f64, bool),
) -> Look {
    let along = |renderer: &PictureRenderer| View::At(renderer.along(end, repeat));
    let camera = match &options.camera {
        Some(name) => View::Named(name.clone()),
        None if options.follow => View::Following,
        None if outputs.draw_last_only() => View::Shown,
        None => renderer.map_or(View::Start, along),
    };
    Look {
        camera,
        size: options.size.into(),
        show: options.fluids.show(),
        hidden: Vec::new(),
    }
}

/// Says which device was chosen: now on a terminal, where it is useful from the start. Otherwise returns it for the end of the run:
/// a script that fails later must find one line on standard error.
fn report_device(devices: &Devices) -> Option<&String> {
    let note = devices.note.as_ref();
    if !io::stderr().is_terminal() {
        return note;
    }
    note.into_iter().for_each(|note| tracing::info!("{note}"));
    None
}

/// What outputs need that write the scene with its motion.
fn bake(
    outputs: &Outputs,
    scene: &Arc<Scene>,
    source: &Source,
    options: &RunOptions,
) -> Result<Option<Bake>, Error> {
    if !outputs.bake() {
        return Ok(None);
    }
    Ok(Some(Bake {
        scene: scene.clone(),
        package: Arc::new(pliant_scene::package(source)?),
        error: options.output_error,
    }))
}

/// The checkpoint that a run continues from.
struct Resumed<'a> {
    file: &'a Path,
    checkpoint: Checkpoint,
}

/// Reads and checks `--load-state`, where it is given.
fn resumed<'a>(
    options: &'a RunOptions,
    scene: &Scene,
    settings: &Settings,
    last: u64,
) -> Result<Option<Resumed<'a>>, Error> {
    let Some(file) = options.load_state.as_deref() else {
        return Ok(None);
    };
    let checkpoint = checkpoint::read(file, &Identity::new(scene, settings))?;
    let frame = checkpoint.frame();
    if frame > last {
        let file = file.display();
        return Err(Error::Usage(format!(
            "--load-state {file}: it is at frame {frame}, and the run ends at frame {last}: give more --frames, which count from the scene's start"
        )));
    }
    Ok(Some(Resumed { file, checkpoint }))
}

/// `--save-state` and `--save-every`.
struct Saving<'a> {
    file: &'a Path,
    /// Number of frames between two checkpoints; `None` saves only at the end.
    every: Option<u64>,
}

/// What the options save; checks that the file can be written.
fn saving(options: &RunOptions) -> Result<Option<Saving<'_>>, Error> {
    let Some(file) = options.save_state.as_deref() else {
        return Ok(None);
    };
    pliant_outputs::probe(file)?;
    let every = options.save_every;
    Ok(Some(Saving { file, every }))
}

/// Files that no output may write: those of metrics and checkpoints. A run may replace the checkpoint that it continues from.
fn other_files(options: &RunOptions) -> Vec<&Path> {
    let metrics = options.metrics.as_deref().filter(|m| *m != Path::new("-"));
    let save = options.save_state.as_deref();
    let saved = save.map(pliant_outputs::canonical);
    let load = options.load_state.as_deref();
    let load = load.filter(|file| Some(pliant_outputs::canonical(file)) != saved);
    [metrics, save, load].into_iter().flatten().collect()
}

pub(crate) fn settings(options: &RunOptions, scene: &Scene) -> Result<Settings, Error> {
    let probe = |(node, vertex): &(String, u32)| probe(scene, node, *vertex);
    let probes: Result<Vec<(usize, u32)>, Error> = options.probe.iter().map(probe).collect();
    Ok(Settings {
        probes: probes?,
        residuals: options.metrics.is_some() || options.check,
        contact_forces: options.metrics.is_some() || options.check,
        ..load::settings(&options.scene, scene)?
    })
}

/// The body of a node, and a vertex that is checked to exist.
fn probe(scene: &Scene, node: &str, vertex: u32) -> Result<(usize, u32), Error> {
    let names = || scene.bodies.iter().map(|b| &*scene.nodes[b.node].name);
    let body = names().position(|name| name == node).ok_or_else(|| {
        let bodies: Vec<&str> = names().collect();
        let bodies = report::listed(&bodies);
        Error::Usage(format!(
            "--probe {node}:{vertex}: no body has this name; bodies: {bodies}"
        ))
    })?;
    let vertices = scene.bodies[body].vertices();
    if vertex as usize >= vertices {
        return Err(Error::Usage(format!(
            "--probe {node}:{vertex}: {node} has the vertices 0 to {}",
            vertices.saturating_sub(1)
        )));
    }
    Ok((body, vertex))
}

/// An error unless the camera exists.
pub(crate) fn check_camera(scene: &Scene, name: Option<&str>) -> Result<(), Error> {
    let cameras = || {
        scene
            .order
            .iter()
            .map(|n| &scene.nodes[*n])
            .filter(|n| n.camera.is_some())
    };
    let Some(name) = name.filter(|name| !cameras().any(|n| n.name == *name)) else {
        return Ok(());
    };
    let names: Vec<&str> = cameras().map(|n| &*n.name).collect();
    let names = report::listed(&names);
    Err(Error::Usage(format!(
        "--camera {name}: no camera has this name; cameras: {names}"
    )))
}

/// The frames of a run: as many as the command line asks for, else the scene, and then at least as many as its checks need.
fn schedule(options: &RunOptions, scene: &Scene, fps: f64) -> Schedule {
    let frames = |seconds: f64| frame_at(seconds, fps);
    let checked = scene
        .expectations
        .iter()
        .filter_map(|expectation| match expectation.at {
            At::Time(seconds) if options.check => Some(frames(seconds)),
            _ => None,
        });
    let of_scene = || {
        let frames = scene
            .settings
            .duration
            .map_or_else(SceneSettings::default_frames, frames);
        checked.fold(frames, u64::max)
    };
    let asked = options.frames.or(options.until.map(frames));
    Schedule {
        last: asked.unwrap_or_else(of_scene),
        every: options.every,
        fps,
    }
}

/// A simulation and its outputs, metrics and checks.
struct Run<'a> {
    scene: &'a Scene,
    simulator: &'a Simulator,
    simulation: Simulation<AnyEngine>,
    /// Present where an output needs pictures.
    renderer: Option<PictureRenderer>,
    look: Look,
    outputs: Outputs,
    stream: Option<Stream>,
    checker: Option<Checker>,
    saving: Option<Saving<'a>>,
    /// Whether it continues from a checkpoint.
    resumed: bool,
    ms: Milliseconds,
}

impl Run<'_> {
    /// Simulates all frames to the last. A run that continues from a checkpoint does not write the checkpoint's frame again.
    fn all(mut self, last: u64, quiet: bool, note: Option<&String>) -> Result<(), Error> {
        let began = Instant::now();
        self.header()?;
        let first = self.simulation.frame();
        let bar = bar([first, last], quiet);
        match self.resumed {
            false => self.write()?,
            // The run ended before its outputs did.
            true if first == last => self.write_outputs()?,
            true => {}
        }
        for _ in first..last {
            interrupt::check()?;
            self.step()?;
            self.write()?;
            self.save(last)?;
            bar.inc(1);
        }
        interrupt::check()?;
        bar.finish_and_clear();
        let mut names = self.outputs.names();
        if let Some(Saving { file, .. }) = self.saving {
            checkpoint::save(file, &mut self.simulation, self.simulator)?;
            names.push(file.display().to_string());
        }
        self.outputs.finish()?;
        let seconds = began.elapsed().as_secs_f64();
        note.into_iter().for_each(|note| tracing::info!("{note}"));
        let frames = last - first;
        tracing::info!("{frames} frames in {seconds:.2} s");
        for name in names {
            tracing::info!("wrote {name}");
        }
        self.checker.map_or(Ok(()), Checker::finish)
    }

    fn header(&mut self) -> Result<(), Error> {
        let Some(stream) = &mut self.stream else {
            return Ok(());
        };
        let summary = self.simulation.summary();
        stream.write(&Header::new(self.scene, self.simulator, summary))
    }

    fn step(&mut self) -> Result<(), Error> {
        let began = Instant::now();
        self.simulation.step()?;
        self.ms.simulate = milliseconds(began);
        Ok(())
    }

    /// Saves a checkpoint that is due before the last frame.
    fn save(&mut self, last: u64) -> Result<(), Error> {
        let frame = self.simulation.frame();
        let due = |every: u64| frame.is_multiple_of(every) && frame < last;
        match &self.saving {
            Some(saving) if saving.every.is_some_and(due) => {
                checkpoint::save(saving.file, &mut self.simulation, self.simulator)
            }
            _ => Ok(()),
        }
    }

    /// Writes the outputs, metrics and checks of the current frame.
    fn write(&mut self) -> Result<(), Error> {
        let frame = self.simulation.frame();
        self.write_outputs()?;
        let checked = self.checker.as_ref().is_some_and(|c| c.wants(frame));
        if checked || self.stream.is_some() {
            let metrics = self.simulation.metrics()?;
            self.report(frame, &metrics)?;
        }
        Ok(())
    }

    fn write_outputs(&mut self) -> Result<(), Error> {
        let frame = self.simulation.frame();
        let look = &self.look;
        let mut current = Current::new(&mut self.simulation, self.renderer.as_mut(), look, frame);
        self.outputs.write(frame, &mut current)?;
        self.ms.render = current.render_ms;
        Ok(())
    }

    fn report(&mut self, frame: u64, metrics: &FrameMetrics) -> Result<(), Error> {
        if let Some(stream) = &mut self.stream {
            stream.write(&Line {
                metrics,
                ms: self.ms,
            })?;
        }
        if let Some(checker) = &mut self.checker {
            let metrics = serde_json::to_value(metrics)
                .map_err(|e| Error::Internal(format!("cannot make JSON: {e}")))?;
            checker.check(frame, &metrics);
        }
        Ok(())
    }
}

fn milliseconds(began: Instant) -> f64 {
    1e3 * began.elapsed().as_secs_f64()
}

fn bar([first, last]: [u64; 2], quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} frames, {per_sec}, {eta} left")
        .expect("the template is well-formed");
    let bar = ProgressBar::new(last).with_position(first);
    log::BARS.add(bar.with_style(style))
}
