//! `pliant bench fold`: a cloth of 256 × 256 particles that lies on itself in three layers, twenty substeps of one iteration.

use super::container::body;
use super::timing::{self, Best};
use crate::device;
use crate::exit::Error;
use crate::options::BenchOptions;
use pliant_gpu::VulkanEngine;
use pliant_scene::{Overrides, Source, load};
use pliant_sim::{Settings, Simulation};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::f32::consts::PI;

const SIDE: u16 = 256;

/// What a frame took; the fastest frame, since machines are noisy.
#[derive(Serialize)]
struct Row {
    particles: u32,
    /// Parts of the surface that pushed each other at the end.
    touches: u64,
    /// Wall time of a frame, submission and waiting included.
    frame_ms: f64,
    /// Device time of a frame by phase: the folder of its passes.
    phases_ms: BTreeMap<&'static str, f64>,
    /// Device time of touches over that of the solve.
    ratio: f64,
    /// Device time of a frame by pass.
    passes_ms: Vec<(&'static str, f64)>,
    /// Device memory of the whole simulation.
    bytes: u64,
}

pub(crate) fn fold(options: &BenchOptions) -> Result<(), Error> {
    let gpu = device::open(options.device.as_deref(), false)?;
    let scene = load(&Source::Bytes(folded()), &Overrides::default())
        .map_err(|e| Error::Internal(e.to_string()))?;
    let settings = Settings {
        substeps: 20,
        iterations: 1,
        ..Settings::of(&scene)
    };
    let mut engine = VulkanEngine::new(gpu)?;
    engine.set_timing(true);
    let mut simulation = Simulation::new(&scene, settings, engine)?;
    let (best, _) = timing::side_by_side(&mut simulation, || 0.0)?;
    let touches = simulation.metrics()?.contacts_by_kind.touch;
    let row = row(&simulation, touches, best);
    if options.json {
        let line = serde_json::to_string(&row).map_err(|e| Error::Internal(e.to_string()))?;
        println!("{line}");
    } else {
        print(&row);
    }
    Ok(())
}

fn row(
    simulation: &Simulation<VulkanEngine>,
    touches: u64,
    Best { frame_ms, passes }: Best,
) -> Row {
    let passes_ms: Vec<(&'static str, f64)> =
        passes.iter().map(|t| (t.pass.row().name, t.ms)).collect();
    let mut phases_ms = BTreeMap::new();
    for (name, ms) in &passes_ms {
        *phases_ms.entry(phase(name)).or_default() += ms;
    }
    Row {
        particles: u32::from(SIDE) * u32::from(SIDE),
        touches,
        frame_ms,
        ratio: phases_ms["touch"] / phases_ms["solve"],
        phases_ms,
        passes_ms,
        bytes: simulation.bytes(),
    }
}

/// The folder of a pass; what is scanned in a frame are touches.
fn phase(name: &'static str) -> &'static str {
    match name.split_once('/') {
        Some(("build", _)) => "touch",
        Some((folder, _)) => folder,
        None => name,
    }
}

fn print(row: &Row) {
    println!(
        "fold: {} particles in three layers, {} touches, 20 substeps of one iteration",
        row.particles, row.touches
    );
    println!(
        "  frame      {:9.3} ms   touches / solve = {:.2}",
        row.frame_ms, row.ratio
    );
    println!(
        "  memory     {:9.2} MiB",
        row.bytes as f64 / f64::from(1 << 20)
    );
    for (phase, ms) in &row.phases_ms {
        println!("  {phase:<26} {ms:9.4} ms a frame");
    }
    for (name, ms) in &row.passes_ms {
        println!("    {name:<24} {ms:9.4} ms a frame");
    }
}

/// A sheet of a metre, bent to the shape of an S that sinks onto itself.
fn folded() -> Vec<u8> {
    /// Of the bends, m.
    const RADIUS: f32 = 0.01;
    let layer = (1.0 - 2.0 * PI * RADIUS) / 3.0;
    let place = |s: f32| -> [f32; 2] {
        let bend = PI * RADIUS;
        let (s, turns) = match s {
            s if s < layer => return [s, 0.0],
            s if s < layer + bend => (s - layer, 0),
            s if s < 2.0 * layer + bend => return [2.0 * layer + bend - s, 2.0 * RADIUS],
            s if s < 2.0 * (layer + bend) => (s - 2.0 * layer - bend, 1),
            s => return [s - 2.0 * (layer + bend), 4.0 * RADIUS],
        };
        let (sine, cosine) = (s / RADIUS).sin_cos();
        match turns {
            0 => [layer + RADIUS * sine, RADIUS * (1.0 - cosine)],
            _ => [-RADIUS * sine, RADIUS * (3.0 - cosine)],
        }
    };
    let at = |k: u16| f32::from(k) / f32::from(SIDE - 1);
    let rows = || (0..SIDE).flat_map(|j| (0..SIDE).map(move |i| (i, j)));
    let positions: Vec<[f32; 3]> = rows()
        .map(|(i, j)| {
            let [x, y] = place(at(i));
            [x, y, at(j)]
        })
        .collect();
    let n = u32::from(SIDE);
    let inner = rows().filter(|(i, j)| i + 1 < SIDE && j + 1 < SIDE);
    let indices: Vec<u32> = inner
        .map(|(i, j)| u32::from(j) * n + u32::from(i))
        .flat_map(|i| [i, i + n, i + 1, i + 1, i + n, i + n + 1])
        .collect();
    let pins: Vec<u32> = (0..n)
        .flat_map(|row| (0..64).map(move |i| row * n + i))
        .collect();
    let keys = json!({
        "pliant_body": "cloth", "pliant_links": "grid", "pliant_bend_compliance": 1e3, "pliant_pin": pins, "pliant_mass": 0.2,
        "pliant_stretch_compliance": 1e-6, "pliant_thickness": 0.004, "pliant_air_drag": 1,
    });
    body("Fold", &keys, &positions, &indices)
}
