//! Records kept frames to a file, on a thread of its own with its own simulation and devices: the window goes on meanwhile.

use super::history::Kept;
use crate::colors::Coloring;
use crate::current::Current;
use crate::device::{Simulator, drawing_device};
use crate::draw::{Look, PictureRenderer};
use crate::engine::AnyEngine;
use crate::exit::Error;
use pliant_gpu::Timing;
use pliant_outputs::{Bake, Outputs, Plan, Schedule};
use pliant_scene::{Scene, Source};
use pliant_sim::{Settings, Simulation};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;

/// `--output-error` of recordings.
const ERROR: f32 = 1e-4;

/// The file of a recording.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Written {
    pub(crate) file: PathBuf,
    /// Whether fluids are surfaces in it, in place of particles.
    pub(crate) surfaces: bool,
}

/// What is recorded, and how it looks.
pub(crate) struct Order {
    pub(crate) written: Written,
    pub(crate) scene: Arc<Scene>,
    pub(crate) source: Source,
    pub(crate) settings: Settings,
    pub(crate) frames: Kept,
    pub(crate) look: Look,
    pub(crate) coloring: Coloring,
    /// Name of the device that draws.
    pub(crate) device: String,
}

/// A recording in progress.
pub(crate) struct Recording {
    pub(crate) file: PathBuf,
    /// Number of frames.
    pub(crate) total: usize,
    written: Arc<AtomicUsize>,
    canceled: Arc<AtomicBool>,
    thread: Option<JoinHandle<Result<String, Error>>>,
}

impl Recording {
    /// Begins a recording.
    pub(crate) fn begin(order: Order) -> Self {
        let written = Arc::new(AtomicUsize::new(0));
        let canceled = Arc::new(AtomicBool::new(false));
        let (file, total) = (order.written.file.clone(), order.frames.len());
        let progress = Progress {
            written: written.clone(),
            canceled: canceled.clone(),
        };
        Self {
            file,
            total,
            written,
            canceled,
            thread: Some(std::thread::spawn(move || record(&order, &progress))),
        }
    }

    /// Number of frames that were written so far.
    pub(crate) fn written(&self) -> usize {
        self.written.load(Ordering::Relaxed)
    }

    /// Ends it without a file.
    pub(crate) fn cancel(&self) {
        self.canceled.store(true, Ordering::Relaxed);
    }

    /// What became of it, once it has ended: what was written, or nothing if it was cancelled.
    pub(crate) fn result(&mut self) -> Option<Result<String, Error>> {
        let ended = self.thread.as_ref().is_some_and(JoinHandle::is_finished);
        let thread = self.thread.take_if(|_| ended)?;
        let panicked = || Error::Internal("the recording ended unexpectedly".to_owned());
        Some(thread.join().unwrap_or_else(|_| Err(panicked())))
    }
}

impl Drop for Recording {
    /// Waits for the thread, so that it leaves no part of a file behind.
    fn drop(&mut self) {
        self.cancel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the thread tells, and is told.
struct Progress {
    written: Arc<AtomicUsize>,
    canceled: Arc<AtomicBool>,
}

/// Sets each kept frame in a simulation of its own, and writes it; returns the names of the files, empty if it was cancelled.
fn record(order: &Order, progress: &Progress) -> Result<String, Error> {
    let (first, last) = order.frames.range();
    let plan = plan(order, last - first)?;
    let (template, mut outputs) = open(&order.written.file, &plan)?;
    let simulator = Simulator::Cpu {
        threads: 1,
        checked: false,
    };
    let engine = AnyEngine::new(&simulator, Timing::Off)?;
    let mut simulation = Simulation::new(&order.scene, order.settings.clone(), engine)?;
    let mut renderer = None;
    if outputs.draw() {
        let gpu = drawing_device(&order.device)?;
        let mut own = PictureRenderer::new(&gpu, &order.scene, &mut simulation)?;
        own.coloring.clone_from(&order.coloring);
        renderer = Some(own);
    }
    for (frame, state) in order.frames.states() {
        if progress.canceled.load(Ordering::Relaxed) {
            return Ok(String::new());
        }
        simulation.continue_from(&state)?;
        let number = frame - first;
        let mut current = Current::new(&mut simulation, renderer.as_mut(), &order.look, number);
        outputs.write(number, &mut current)?;
        progress.written.fetch_add(1, Ordering::Relaxed);
    }
    outputs.finish()?;
    Ok(template)
}

fn plan(order: &Order, last: u64) -> Result<Plan, Error> {
    let scene = &order.scene;
    let bakes = pliant_outputs::bakes(&order.written.file);
    let package = bakes.then(|| pliant_scene::package(&order.source));
    let bake = package.transpose()?.map(|package| Bake {
        scene: scene.clone(),
        package: Arc::new(package),
        error: ERROR,
    });
    let [width, height] = order.look.size;
    Ok(Plan {
        schedule: Schedule {
            last,
            every: 1,
            fps: order.settings.fps,
        },
        size: (width, height),
        surfaces: (order.written.surfaces)
            .then(|| pliant_outputs::spacings(scene))
            .transpose()?,
        bake,
    })
}

/// Opens the outputs.
fn open(file: &Path, plan: &Plan) -> Result<(String, Outputs), Error> {
    let template = template(&without_ffmpeg(file, pliant_outputs::has_ffmpeg()));
    let mut outputs = Outputs::new(std::slice::from_ref(&template), None)?;
    outputs.open(plan, &[])?;
    Ok((template, outputs))
}

/// The file to write: a video without ffmpeg becomes a series of pictures.
fn without_ffmpeg(file: &Path, installed: bool) -> PathBuf {
    if file.extension() != Some("mp4".as_ref()) || installed {
        return file.to_owned();
    }
    tracing::warn!("ffmpeg is not installed: the frames are written as pictures");
    file.with_extension("png")
}

/// The name of the files: with a frame number where each holds a frame.
fn template(file: &Path) -> String {
    let name = file.display().to_string();
    let one_each = ["png", "ply"]
        .iter()
        .any(|e| file.extension() == Some(e.as_ref()));
    match name.rsplit_once('.') {
        Some((stem, extension)) if one_each && !name.contains('{') => {
            format!("{stem}-{{frame:4}}.{extension}")
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_get_the_number_of_their_frame() {
        assert_eq!(template(Path::new("a/b.png")), "a/b-{frame:4}.png");
        assert_eq!(template(Path::new("a/{frame}.ply")), "a/{frame}.ply");
        assert_eq!(template(Path::new("a/b.mp4")), "a/b.mp4");
    }

    #[test]
    fn a_video_without_ffmpeg_becomes_pictures() {
        let of = |file: &str, installed| without_ffmpeg(Path::new(file), installed);
        assert_eq!(of("a/b.mp4", true), Path::new("a/b.mp4"));
        assert_eq!(of("a/b.mp4", false), Path::new("a/b.png"));
        assert_eq!(of("a/b.glb", false), Path::new("a/b.glb"));
    }
}
