//! Formats of `--output`: the trait of writers, and the entries of the table of formats.

use super::template::Template;
use crate::error::Error;
use crate::standard_output::STANDARD_OUTPUT;
use glam::Mat4;
use pliant_scene::{Image, Package, Scene};
use pliant_sim::{DrawnVertices, Particles};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes one `--output`. The run calls it for each frame that is due, in order of frames.
pub(crate) trait Output {
    /// Writes a frame to its destination.
    fn write(&mut self, frame: &mut dyn FrameData, to: &Destination) -> Result<(), Error>;

    /// Completes the file after the last frame, where the file holds the whole run.
    fn finish(self: Box<Self>) -> Result<(), Error> {
        Ok(())
    }
}

/// The data of the current frame for outputs; each part is computed when an output first reads it.
pub trait FrameData {
    /// A picture of the scene, for formats with [`Format::draws`].
    fn picture(&mut self) -> Result<&Image, Error>;

    /// Positions and velocities of all particles.
    fn particles(&mut self) -> Result<&Particles, Error>;

    /// Vertices and normals of all bodies.
    fn vertices(&mut self) -> Result<DrawnVertices, Error>;

    /// World matrix of each node of the scene.
    fn poses(&self) -> Vec<Mat4>;

    /// The number of the frame.
    fn number(&self) -> u64;
}

/// Opens the writer of a format for a run, given the destination of the first file.
pub(crate) type Constructor = fn(&Plan, &Destination) -> Result<Box<dyn Output>, Error>;

/// A format, as the table of formats lists it.
pub(crate) struct Format {
    /// Extension of its files: lower case, without the dot.
    pub(crate) extension: &'static str,
    /// Its help text for `--output`.
    pub(crate) help: &'static str,
    /// One file holds the whole run, so its name cannot hold a frame number.
    pub(crate) whole_run: bool,
    /// Its frames have to be drawn.
    pub(crate) draws: bool,
    /// It writes the scene's own document: the plan needs [`Plan::bake`].
    pub(crate) bakes: bool,
    /// Called before anything is simulated.
    pub(crate) open: Constructor,
}

/// What a run is going to write.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The frames of the run.
    pub schedule: Schedule,
    /// Width and height of pictures, pixels.
    pub size: (u32, u32),
    /// With `--ply surface`: for each body, the particle spacing if it is a fluid, m.
    pub surfaces: Option<Vec<Option<f32>>>,
    /// For formats with [`Format::bakes`].
    pub bake: Option<Bake>,
}

/// What a format needs that writes the scene with its motion.
#[derive(Debug, Clone)]
pub struct Bake {
    /// The scene that is simulated.
    pub scene: Arc<Scene>,
    /// Its document.
    pub package: Arc<Package>,
    /// `--output-error`: largest error of a vertex, as a fraction of its body's size.
    pub error: f32,
}

/// Which frames a run has, and which of them are written.
#[derive(Debug, Clone, Copy)]
pub struct Schedule {
    /// The last frame.
    pub last: u64,
    /// Pictures and PLY files are written every so many frames.
    pub every: u64,
    /// Frames a second.
    pub fps: f64,
}

impl Schedule {
    /// The time of the last frame, s.
    pub fn seconds(self) -> f64 {
        self.last as f64 / self.fps
    }
}

/// The destination of one write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Destination {
    /// Standard output.
    StandardOutput,
    /// A file.
    File(PathBuf),
}

impl Destination {
    /// The file, or `standard output` for messages.
    pub(crate) fn name(&self) -> &Path {
        match self {
            Self::StandardOutput => Path::new(STANDARD_OUTPUT),
            Self::File(file) => file,
        }
    }
}

/// All destinations of one `--output`.
#[derive(Debug)]
pub(super) enum Target {
    /// The last frame, to standard output.
    StandardOutput,
    /// A file for the last frame, or for the whole run.
    One(PathBuf),
    /// A file for each written frame.
    Each(Template),
}

impl Target {
    /// The destination of a frame.
    pub(super) fn at(&self, frame: u64) -> Destination {
        match self {
            Self::StandardOutput => Destination::StandardOutput,
            Self::One(file) => Destination::File(file.clone()),
            Self::Each(template) => Destination::File(template.path(frame)),
        }
    }
}
