//! `pliant bench fold`: a cloth of 256 × 256 particles in three layers on each other, 20 substeps of one iteration.

use super::container::shaped;
use crate::device;
use crate::exit::Error;
use crate::options::BenchOptions;
use crate::report::{self, Lines};
use pliant_gpu::{Timing, VulkanEngine};
use pliant_passes::PassTime;
use pliant_scene::{Overrides, Source, load};
use pliant_sim::{Settings, Simulation};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Instant;

const SIDE: u16 = 256;

/// Thickness of the cloth, m: half an edge.
const THICKNESS: f32 = 0.002;

/// Stages and their frames, two seconds in all: the layers land, lie while the folds still swing, settle, and rest.
const STAGES: [(&str, u32); 4] = [("lands", 4), ("lies", 4), ("settles", 52), ("rests", 60)];

#[derive(Serialize)]
struct Row {
    particles: u32,
    stages: Vec<Stage>,
    /// Device time of contacts and intersections over that of the solve, in all stages.
    ratio: f64,
    /// Device memory of the whole simulation.
    bytes: u64,
}

/// The result for a stage: means over its frames, since frames with a search for pairs take longer.
#[derive(Serialize)]
struct Stage {
    name: &'static str,
    frames: u32,
    /// Active contacts at the end.
    contacts: u64,
    /// Wall time of a frame, submission and waiting included.
    frame_ms: f64,
    /// Device time of contacts and intersections over that of the solve.
    ratio: f64,
    /// Device time of a frame by phase: the folder of its passes.
    phases_ms: BTreeMap<&'static str, f64>,
}

pub(crate) fn fold(options: &BenchOptions) -> Result<(), Error> {
    let gpu = device::vulkan(options.choice.selector())?;
    let scene = load(&Source::Bytes(folded()), &Overrides::default())
        .map_err(|e| Error::Internal(e.to_string()))?;
    let settings = Settings {
        substeps: 20,
        iterations: 1,
        ..Settings::of(&scene)
    };
    let mut engine = VulkanEngine::new(gpu)?;
    engine.set_timing(Timing::Phases);
    let mut simulation = Simulation::new(&scene, settings, engine)?;
    let mut stages = Vec::new();
    for (name, frames) in STAGES {
        stages.push(stage(&mut simulation, name, frames)?);
    }
    let row = Row {
        particles: u32::from(SIDE) * u32::from(SIDE),
        ratio: contact_time(&stages) / phase_of(&stages, "solve"),
        stages,
        bytes: simulation.bytes(),
    };
    report::print_result(&row, options.json, text)?;
    Ok(())
}

/// Device time of a phase in all stages, ms.
fn phase_of(stages: &[Stage], phase: &str) -> f64 {
    let of = |stage: &Stage| f64::from(stage.frames) * stage.phases_ms[phase];
    stages.iter().map(of).sum()
}

/// Device time of contacts and intersections in all stages, ms.
fn contact_time(stages: &[Stage]) -> f64 {
    phase_of(stages, "contact") + phase_of(stages, "intersection")
}

fn stage(
    simulation: &mut Simulation<VulkanEngine>,
    name: &'static str,
    frames: u32,
) -> Result<Stage, Error> {
    let mut wall = 0.0;
    let mut phases_ms: BTreeMap<&'static str, f64> = BTreeMap::new();
    for _ in 0..frames {
        let start = Instant::now();
        simulation.step()?;
        wall += start.elapsed().as_secs_f64() * 1e3;
        for PassTime { pass, ms, .. } in simulation.timings() {
            *phases_ms.entry(phase(pass.row().name)).or_default() += ms / f64::from(frames);
        }
    }
    Ok(Stage {
        name,
        frames,
        contacts: simulation.metrics()?.contacts_by_kind.deformable,
        frame_ms: wall / f64::from(frames),
        ratio: (phases_ms["contact"] + phases_ms["intersection"]) / phases_ms["solve"],
        phases_ms,
    })
}

/// The folder of a pass; `build` counts as contact, since only contacts are scanned in a frame.
fn phase(name: &'static str) -> &'static str {
    match name.split_once('/') {
        Some(("build", _)) => "contact",
        Some((folder, _)) => folder,
        None => name,
    }
}

fn text(row: &Row) -> Lines {
    let mut lines = Lines::default();
    lines.add(format_args!(
        "fold: {} particles in three layers, 20 substeps of one iteration, {:.2} MiB",
        row.particles,
        row.bytes as f64 / f64::from(1 << 20)
    ));
    for stage in &row.stages {
        lines.add(format_args!(
            "  {}: mean of {} frames, {} contacts at the end",
            stage.name, stage.frames, stage.contacts
        ));
        lines.add(format_args!(
            "    frame                      {:9.3} ms   contacts / solve = {:.2}",
            stage.frame_ms, stage.ratio
        ));
        for (phase, ms) in &stage.phases_ms {
            lines.add(format_args!("    {phase:<26} {ms:9.4} ms"));
        }
    }
    lines.add(format_args!("  all: contacts / solve = {:.2}", row.ratio));
    lines
}

/// A sheet in three layers, one edge length apart; the rest shape is flat. The lowest layer is pinned. It bends like silk: in a stiffer
/// cloth the sharp folds spring open at 20 m/s.
fn folded() -> Vec<u8> {
    const EDGE: f32 = 0.004;
    /// First column of the second and of the third layer.
    const LAYERS: [u16; 2] = [85, 171];
    let position = |i: u16| {
        let (column, layer) = match i {
            _ if i < LAYERS[0] => (f32::from(i), 0.0),
            _ if i < LAYERS[1] => (f32::from(2 * LAYERS[0] - 1) - f32::from(i), 1.0),
            _ => (f32::from(i) - f32::from(LAYERS[1] + 1), 2.0),
        };
        [column * EDGE, layer * EDGE]
    };
    let rows = || (0..SIDE).flat_map(|j| (0..SIDE).map(move |i| (i, j)));
    let along = |j: u16| f32::from(j) * EDGE;
    let positions: Vec<[f32; 3]> = rows()
        .map(|(i, j)| {
            let [x, y] = position(i);
            [x, y, along(j)]
        })
        .collect();
    let flat: Vec<[f32; 3]> = rows().map(|(i, j)| [along(i), 0.0, along(j)]).collect();
    let n = u32::from(SIDE);
    let inner = rows().filter(|(i, j)| i + 1 < SIDE && j + 1 < SIDE);
    let indices: Vec<u32> = inner
        .map(|(i, j)| u32::from(j) * n + u32::from(i))
        .flat_map(|i| [i, i + n, i + 1, i + 1, i + n, i + n + 1])
        .collect();
    let pins: Vec<u32> = (0..n)
        .flat_map(|row| (0..u32::from(LAYERS[0])).map(move |i| row * n + i))
        .collect();
    let keys = json!({
        "pliant_body": "cloth", "pliant_links": "grid", "pliant_bend_compliance": 1e6, "pliant_pin": pins, "pliant_mass": 0.2,
        "pliant_stretch_compliance": 1e-6, "pliant_thickness": THICKNESS, "pliant_air_drag": 1,
    });
    let attributes = [("POSITION", &positions[..]), ("_REST_POSITION", &flat[..])];
    shaped("Fold", &keys, &attributes, &indices)
}
