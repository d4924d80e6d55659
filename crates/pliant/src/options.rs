//! The command line (docs/command-line.md): options, their ranges and their help.

use clap::{Args, Parser, Subcommand, ValueEnum};
use glam::DVec3;
use pliant_render::Show;
use pliant_scene::{Overrides, Solver};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Position-based physics of glTF scenes on Vulkan.
#[derive(Debug, Parser)]
#[command(
    name = "pliant",
    version,
    override_usage = "pliant SCENE [options]\n       pliant <COMMAND> [options]",
    after_help = "`pliant SCENE [options]` is the same as `pliant view SCENE [options]`. When the reader of standard output \
                  closes the pipe, the program ends with exit code 7 and without a message.",
    args_override_self = true
)]
pub(crate) struct CommandLine {
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show the scene in a window and simulate it
    View(ViewOptions),
    /// Simulate without a window and write outputs
    Run(Box<RunOptions>),
    /// Print the content of a scene as Pliant reads it, with all warnings; needs no Vulkan device
    Info(InfoOptions),
    /// List the Vulkan devices, and whether Pliant can run on each
    Devices(DevicesOptions),
    /// List every pliant_ key: kinds of bodies, unit, range, default and meaning
    Keys(KeysOptions),
    /// Measure standard scenes on the CPU engine and on Vulkan, with the time of each pass
    Bench(BenchOptions),
}

/// `pliant view`.
#[derive(Debug, Args)]
#[command(next_help_heading = "View")]
pub(crate) struct ViewOptions {
    /// The scene and the settings of its simulation.
    #[command(flatten)]
    pub(crate) scene: SceneOptions,
    /// The device and the log.
    #[command(flatten)]
    pub(crate) common: CommonOptions,
    /// How fluids are drawn at first
    #[arg(long, value_name = "LOOK", default_value = "surface")]
    pub(crate) fluids: FluidLook,
    /// Checkpoint to start from; F5 and F9 save and load one beside the scene
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) load_state: Option<PathBuf>,
}

/// `pliant run`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunOptions {
    /// The scene and the settings of its simulation.
    #[command(flatten)]
    pub(crate) scene: SceneOptions,
    /// The device and the log.
    #[command(flatten)]
    pub(crate) common: CommonOptions,
    /// Number of frames [default: the scene's pliant_duration, else 120]
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "until",
        value_parser = whole::<u64>(0..=MOST_FRAMES),
        allow_hyphen_values = true
    )]
    pub(crate) frames: Option<u64>,
    /// Simulated time, rounded up to a frame
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    pub(crate) until: Option<f64>,
    /// Files to write; the table of formats has the help.
    #[arg(short, long, value_name = "TEMPLATE", allow_hyphen_values = true, help = pliant_outputs::help())]
    pub(crate) output: Vec<String>,
    /// Content of .ply files: particles, or the surface of fluids. With surface, .glb, .usdc and .usda have it, too
    #[arg(long, value_name = "WHAT", default_value = "particles")]
    pub(crate) ply: PlyContent,
    /// Largest error of a vertex in .glb files, as a fraction of its body's size: keys that interpolation replaces are left out
    #[arg(long, value_name = "FRACTION", default_value_t = 1e-4, value_parser = fraction, allow_hyphen_values = true)]
    pub(crate) output_error: f32,
    /// File for metrics, one JSON line per frame; - is standard output
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) metrics: Option<PathBuf>,
    /// Write pictures and PLY every N frames, from frame 0
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1..=MOST_FRAMES), allow_hyphen_values = true)]
    pub(crate) every: u64,
    /// Vertex of a node to report in the metrics, repeatable
    #[arg(long, value_name = "NODE:INDEX", value_parser = probe, allow_hyphen_values = true)]
    pub(crate) probe: Vec<(String, u32)>,
    /// Size of pictures
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size, allow_hyphen_values = true)]
    pub(crate) size: (u32, u32),
    /// How fluids are drawn
    #[arg(long, value_name = "LOOK", default_value = "surface")]
    pub(crate) fluids: FluidLook,
    /// glTF camera, by the name of its node [default: the scene is framed]
    #[arg(long, value_name = "NAME")]
    pub(crate) camera: Option<String>,
    /// Pictures follow what moves, so that it stays in view
    #[arg(long, conflicts_with = "camera")]
    pub(crate) follow: bool,
    /// Checkpoint to write after the last frame, for --load-state
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) save_state: Option<PathBuf>,
    /// Write the checkpoint every N frames, too
    #[arg(
        long,
        value_name = "N",
        requires = "save_state",
        value_parser = whole::<u64>(1..=MOST_FRAMES),
        allow_hyphen_values = true
    )]
    pub(crate) save_every: Option<u64>,
    /// Checkpoint to continue from, bit for bit on the same device; --frames still counts from the start of the scene
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) load_state: Option<PathBuf>,
    /// Fail with exit code 6 unless the scene has expectations and all are met
    #[arg(long)]
    pub(crate) check: bool,
    /// No progress bar
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// `pliant info`.
#[derive(Debug, Args)]
pub(crate) struct InfoOptions {
    /// The scene and the settings of its simulation.
    #[command(flatten)]
    pub(crate) scene: SceneOptions,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `pliant devices`.
#[derive(Debug, Args)]
pub(crate) struct DevicesOptions {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `pliant keys`.
#[derive(Debug, Args)]
pub(crate) struct KeysOptions {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `pliant bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchOptions {
    /// Name of the benchmark, or error: the error for the time [default: all but error]
    pub(crate) name: Option<String>,
    /// Only scenes with this text in their title, such as 64x64
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Also scenes that take minutes
    #[arg(long)]
    pub(crate) large: bool,
    /// Card of the estimated times [default: all of them]
    #[arg(long)]
    pub(crate) card: Option<CardName>,
    /// Memory bandwidth of another card for the estimated times, GB/s
    #[arg(long, value_name = "GB/S", value_parser = positive, conflicts_with = "card", allow_hyphen_values = true)]
    pub(crate) bandwidth: Option<f64>,
    /// Time between two dispatches for the estimated times, microseconds [default: 3]
    #[arg(long, value_name = "US", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) latency: Option<f64>,
    /// SVG file for the plot of pliant bench error
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Print a line of JSON for each scene
    #[arg(long)]
    pub(crate) json: bool,
    /// What simulates.
    #[command(flatten)]
    pub(crate) choice: DeviceChoice,
}

/// `--card`: a graphics card with published figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CardName {
    /// NVIDIA GeForce RTX 4060: 272 GB/s
    #[value(name = "rtx-4060")]
    Rtx4060,
    /// AMD Radeon RX 7900 XTX: 960 GB/s
    #[value(name = "rx-7900-xtx")]
    Rx7900Xtx,
    /// NVIDIA GeForce RTX 4090: 1008 GB/s
    #[value(name = "rtx-4090")]
    Rtx4090,
}

/// The scene, and options that override its keys.
#[derive(Debug, Args)]
#[command(next_help_heading = "Scene")]
pub(crate) struct SceneOptions {
    /// A .gltf or .glb file, - for a GLB on standard input
    #[arg(value_name = "SCENE")]
    pub(crate) path: PathBuf,
    /// Simulated frames per second [default: the scene's, else 60]
    #[arg(long, value_name = "F", value_parser = fps, allow_hyphen_values = true)]
    pub(crate) fps: Option<f64>,
    /// Substeps per frame [default: the scene's, else 20]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=MOST_STEPS), allow_hyphen_values = true)]
    pub(crate) substeps: Option<u32>,
    /// Solver iterations per substep [default: the scene's, else 1]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=MOST_STEPS), allow_hyphen_values = true)]
    pub(crate) iterations: Option<u32>,
    /// Constraint solver [default: the scene's, else gauss-seidel]
    #[arg(long)]
    pub(crate) solver: Option<SolverName>,
    /// Gravity, m/s² [default: the scene's, else 0,-9.81,0]
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, allow_hyphen_values = true)]
    pub(crate) gravity: Option<DVec3>,
    /// Wind, m/s [default: the scene's, else no air]
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, allow_hyphen_values = true)]
    pub(crate) wind: Option<DVec3>,
    /// Kind of a node: cloth, rope, soft, balloon, fluid, rigid, kinematic, static, trigger, none; NODE may be a glob
    #[arg(long, value_name = "NODE=KIND", value_parser = body)]
    pub(crate) body: Vec<(String, String)>,
    /// Vertices to pin: top, left, corners, …, or indices
    #[arg(long, value_name = "NODE:SELECTOR", value_parser = pin)]
    pub(crate) pin: Vec<(String, String)>,
    /// Scene key of a node, without its pliant_ prefix
    #[arg(long, value_name = "NODE:KEY=VALUE", value_parser = set)]
    pub(crate) set: Vec<(String, String, String)>,
    /// Options by their long names; the command line takes precedence
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) config: Option<PathBuf>,
    /// glTF animations repeat
    #[arg(long = "loop")]
    pub(crate) repeat: bool,
}

impl SceneOptions {
    /// The file of the scene; none where it comes from standard input.
    pub(crate) fn file(&self) -> Option<&Path> {
        Some(self.path.as_path()).filter(|path| *path != Path::new("-"))
    }

    /// Keys that override those of the file.
    pub(crate) fn overrides(&self) -> Overrides {
        Overrides {
            bodies: self.body.clone(),
            pins: self.pin.clone(),
            sets: self.set.clone(),
        }
    }
}

/// Options of every command that simulates on a device.
#[derive(Debug, Args)]
#[command(next_help_heading = "Device and log")]
pub(crate) struct CommonOptions {
    /// What simulates.
    #[command(flatten)]
    pub(crate) choice: DeviceChoice,
    /// Run under the Khronos validation layer, with synchronization checks; on the CPU, check every access to memory
    #[arg(long)]
    pub(crate) validate: bool,
    /// Log level
    #[arg(short, long, value_name = "LEVEL", default_value = "info")]
    pub(crate) verbose: Level,
}

/// The choice of what simulates.
#[derive(Debug, Args)]
pub(crate) struct DeviceChoice {
    /// What simulates: cpu, or index or part of the name from `pliant devices` [default: discrete, integrated or virtual GPU, else cpu]
    #[arg(long, value_name = "N|NAME", env = "PLIANT_DEVICE")]
    pub(crate) device: Option<String>,
    /// Threads of --device cpu; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=MOST_THREADS), allow_hyphen_values = true)]
    pub(crate) threads: Option<u32>,
}

impl DeviceChoice {
    /// The requested device; an empty PLIANT_DEVICE counts as unset.
    pub(crate) fn selector(&self) -> Option<&str> {
        self.device.as_deref().filter(|name| !name.is_empty())
    }
}

/// `--solver`.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum SolverName {
    Jacobi,
    GaussSeidel,
}

impl From<SolverName> for Solver {
    fn from(name: SolverName) -> Self {
        match name {
            SolverName::Jacobi => Self::Jacobi,
            SolverName::GaussSeidel => Self::GaussSeidel,
        }
    }
}

/// `--fluids`: how fluids are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FluidLook {
    /// A smooth, transparent surface
    Surface,
    /// A ball for each particle
    Balls,
}

impl FluidLook {
    /// The renderer's settings for it.
    pub(crate) fn show(self) -> Show {
        Show {
            balls: self == Self::Balls,
            ..Show::default()
        }
    }
}

/// `--ply`: the content of PLY files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlyContent {
    /// All particles, with the triangles of bodies that have some
    Particles,
    /// A closed mesh around each fluid
    Surface,
}

/// `--verbose`.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Level {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// Frames a second, as for the scene key `pliant_fps`: in this range a step neither overflows nor vanishes in f32.
const FPS: RangeInclusive<f64> = 0.001..=1e6;
/// Bandwidths and latencies of estimates.
const POSITIVE: RangeInclusive<f64> = 1e-3..=1e6;
/// Most threads of the CPU engine; more than any machine has.
const MOST_THREADS: u64 = 1024;
/// Substeps and iterations, as for the scene keys `pliant_substeps` and `pliant_iterations`.
const MOST_STEPS: u64 = 100_000;
/// Frames of a run: JSON readers represent these numbers exactly (below 2⁵³).
const MOST_FRAMES: u64 = 9_000_000_000_000_000;
/// Simulated time of a run, s: at the highest frame rate this is fewer than [`MOST_FRAMES`].
const LONGEST: f64 = 1e9;
/// Pixels along a side of a picture: no device has larger images.
const LARGEST_SIDE: u32 = 16_384;

/// Parses a whole number of a range.
fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.trim().parse().ok().filter(|n| range.contains(n));
        let (first, last) = (range.start(), range.end());
        number
            .and_then(|n| T::try_from(n).ok())
            .ok_or_else(|| format!("give a whole number from {first} to {last}"))
    }
}

/// Parses a number of a range; NaN is in none.
fn real(text: &str, range: &RangeInclusive<f64>) -> Option<f64> {
    let number = text.trim().parse::<f64>().ok();
    number.filter(|n| range.contains(n))
}

fn fps(text: &str) -> Result<f64, String> {
    let (first, last) = (FPS.start(), FPS.end());
    real(text, &FPS).ok_or_else(|| format!("give a number from {first} to {last}"))
}

fn seconds(text: &str) -> Result<f64, String> {
    real(text, &(0.0..=LONGEST)).ok_or_else(|| format!("give seconds from 0 to {LONGEST}"))
}

fn positive(text: &str) -> Result<f64, String> {
    real(text, &POSITIVE).ok_or_else(|| {
        let (first, last) = (POSITIVE.start(), POSITIVE.end());
        format!("give a number from {first} to {last}")
    })
}

/// A number above 0 and at most 1.
fn fraction(text: &str) -> Result<f32, String> {
    let found = real(text, &(1e-7..=1.0)).map(|number| number as f32);
    found.ok_or_else(|| "give a fraction from 0.0000001 to 1".to_owned())
}

fn vector(text: &str) -> Result<DVec3, String> {
    // Kernels compute in f32.
    let most = f64::from(f32::MAX);
    let parts: Option<Vec<f64>> = text
        .split(',')
        .map(|part| real(part, &(-most..=most)))
        .collect();
    match parts.as_deref() {
        Some(&[x, y, z]) => Ok(DVec3::new(x, y, z)),
        _ => Err("give three numbers from -3.4e38 to 3.4e38, such as 0,-9.81,0".to_owned()),
    }
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse().ok().filter(|s| (1..=LARGEST_SIDE).contains(s));
    text.split_once('x')
        .and_then(|(w, h)| Some((side(w)?, side(h)?)))
        .ok_or_else(|| format!("give WxH, 1 to {LARGEST_SIDE} each, such as 1280x720"))
}

fn body(text: &str) -> Result<(String, String), String> {
    split(text, '=').ok_or_else(|| "give NODE=KIND, such as Sheet=cloth".to_owned())
}

fn pin(text: &str) -> Result<(String, String), String> {
    split(text, ':').ok_or_else(|| "give NODE:SELECTOR, such as Sheet:corners".to_owned())
}

fn probe(text: &str) -> Result<(String, u32), String> {
    split(text, ':')
        .and_then(|(node, index)| Some((node, index.parse().ok()?)))
        .ok_or_else(|| {
            format!(
                "give NODE:INDEX with an index from 0 to {}, such as Sheet:12",
                u32::MAX
            )
            .to_owned()
        })
}

/// Splits at the last separator; node names can contain it.
fn split(text: &str, separator: char) -> Option<(String, String)> {
    let (node, value) = text.rsplit_once(separator)?;
    let both = !node.is_empty() && !value.is_empty();
    both.then(|| (node.to_owned(), value.to_owned()))
}

/// Splits at the first `:KEY=`; node names and values can contain both separators.
fn set(text: &str) -> Result<(String, String, String), String> {
    text.match_indices('=')
        .find_map(|(at, _)| {
            let (node, key) = text[..at].rsplit_once(':')?;
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let named = !node.is_empty() && !key.is_empty() && key.chars().all(word);
            named.then(|| (node.to_owned(), key.to_owned(), text[at + 1..].to_owned()))
        })
        .ok_or_else(|| "give NODE:KEY=VALUE, such as Sheet:density=0.3".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn clap_finds_no_contradiction() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn values_are_checked() {
        assert!(fps("59.94").is_ok() && fps("0").is_err() && fps("1e-320").is_err());
        assert!(fps("0.001").is_ok() && fps("1e6").is_ok() && fps("1e308").is_err());
        let steps = whole::<u32>(1..=MOST_STEPS);
        assert!(steps("1") == Ok(1) && steps("100000") == Ok(100_000));
        assert!(steps("0").is_err() && steps("100001").is_err() && steps("1.5").is_err());
        assert!(fps("inf").is_err() && fps("NaN").is_err() && seconds("-1").is_err());
        assert_eq!(vector("-1, 2,3.5"), Ok(DVec3::new(-1.0, 2.0, 3.5)));
        assert!(vector("1,2").is_err() && vector("1,2,1e39").is_err());
        assert_eq!(size("64x48"), Ok((64, 48)));
        assert!(size("0x5").is_err() && size("64").is_err() && size("99999x1").is_err());
    }

    #[test]
    fn node_names_can_contain_separators() {
        assert_eq!(pin("a:b:top").unwrap(), ("a:b".into(), "top".into()));
        assert_eq!(body("a=b=cloth").unwrap(), ("a=b".into(), "cloth".into()));
        assert_eq!(probe("a:12").unwrap(), ("a".into(), 12));
        assert!(probe("a:x").is_err() && pin(":top").is_err() && body("cloth").is_err());
    }

    #[test]
    fn set_splits_at_its_key() {
        let parts = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
        assert_eq!(set("n:density=1").unwrap(), parts("n", "density", "1"));
        assert_eq!(
            set("a=b:c:pin=0:x=1").unwrap(),
            parts("a=b:c", "pin", "0:x=1")
        );
        assert!(set("density=1").is_err() && set("n:=1").is_err());
    }
}
