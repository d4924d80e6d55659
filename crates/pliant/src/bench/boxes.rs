//! `pliant bench boxes`: two blocks of boxes in layers, 20 substeps per frame.

use super::container::glb;
use super::timing::{self, Best};
use crate::device;
use crate::exit::Error;
use crate::options::BenchOptions;
use crate::report::{self, Lines};
use pliant_gpu::{Gpu, Timing, VulkanEngine};
use pliant_kernels::CpuEngine;
use pliant_scene::{Overrides, Scene, Source, load};
use pliant_sim::{Settings, Simulation};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

/// Boxes along both sides of a layer.
const SIDES: [[u32; 2]; 2] = [[10, 10], [20, 20]];
const LAYERS: u32 = 5;
const SUBSTEPS: u32 = 20;
/// Side of a box, and gap between boxes of a layer, m.
const SIDE: f32 = 0.2;
const GAP: f32 = 0.01;

/// The result for one block: the fastest frame, since machines are noisy.
#[derive(Serialize)]
struct Row {
    boxes: usize,
    contacts: u64,
    /// Wall time of a frame, submission and waiting included.
    frame_ms: f64,
    /// Device time of a frame by pass.
    passes_ms: Vec<(&'static str, f64)>,
    /// Device memory of the whole simulation.
    bytes_per_box: f64,
    /// The same frame by the CPU engine on one thread.
    native_ms: f64,
    /// Device over native, wall time.
    ratio: f64,
}

pub(crate) fn boxes(options: &BenchOptions) -> Result<(), Error> {
    let gpu = device::vulkan(options.choice.selector())?;
    let mut rows = Vec::new();
    for side in SIDES {
        let row = measure(&gpu, side)?;
        report::print_result(&row, options.json, text)?;
        rows.push(row);
    }
    if let ([small, large], false) = (&rows[..], options.json) {
        let mut lines = Lines::default();
        lines.add(format_args!(
            "  {} boxes take {:.2} times as long as {}",
            large.boxes,
            large.frame_ms / small.frame_ms,
            small.boxes
        ));
        lines.print()?;
    }
    Ok(())
}

fn measure(gpu: &Arc<Gpu>, side: [u32; 2]) -> Result<Row, Error> {
    let scene = load(&Source::Bytes(block(side)), &Overrides::default())
        .map_err(|e| Error::Internal(e.to_string()))?;
    let settings = Settings {
        substeps: SUBSTEPS,
        iterations: 1,
        sleeping: false,
        ..Settings::of(&scene)
    };
    let mut engine = VulkanEngine::new(Arc::clone(gpu))?;
    engine.set_timing(Timing::Passes);
    let mut simulation = Simulation::new(&scene, settings.clone(), engine)?;
    let native = native(&scene, settings)?;
    let (best, native_ms) = timing::side_by_side(&mut simulation, native)?;
    let contacts = simulation.metrics()?.contacts;
    Ok(row(
        &simulation,
        scene.rigids.len(),
        contacts,
        best,
        native_ms,
    ))
}

/// Steps the same scene by the CPU engine, and returns the time in ms.
fn native(scene: &Scene, settings: Settings) -> Result<impl FnMut() -> f64, Error> {
    let mut simulation = Simulation::new(scene, settings, CpuEngine::default())?;
    Ok(move || {
        let start = Instant::now();
        let stepped = simulation.step();
        let ms = start.elapsed().as_secs_f64() * 1e3;
        stepped.map_or(f64::INFINITY, |()| ms)
    })
}

fn row(
    simulation: &Simulation<VulkanEngine>,
    boxes: usize,
    contacts: u64,
    Best { frame_ms, passes }: Best,
    native_ms: f64,
) -> Row {
    Row {
        boxes,
        contacts,
        frame_ms,
        passes_ms: passes.iter().map(|t| (t.pass.row().name, t.ms)).collect(),
        bytes_per_box: simulation.bytes() as f64 / boxes as f64,
        native_ms,
        ratio: frame_ms / native_ms,
    }
}

fn text(row: &Row) -> Lines {
    let mut lines = Lines::default();
    lines.add(format_args!(
        "boxes: {} in {LAYERS} layers, {} contacts, {SUBSTEPS} substeps of one iteration",
        row.boxes, row.contacts
    ));
    lines.add(format_args!("  frame      {:9.3} ms", row.frame_ms));
    lines.add(format_args!(
        "  native     {:9.3} ms   one thread; device / native = {:.2}",
        row.native_ms, row.ratio
    ));
    lines.add(format_args!(
        "  memory     {:9.1} bytes per box",
        row.bytes_per_box
    ));
    lines.passes(&row.passes_ms);
    lines
}

/// Layers of boxes on a floor, each shifted by half a box from the layer below.
fn block([wide, deep]: [u32; 2]) -> Vec<u8> {
    let collider = |shape: u32| json!({"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": shape}}}});
    let body =
        json!({"KHR_physics_rigid_bodies": {"motion": {}, "collider": {"geometry": {"shape": 1}}}});
    let mut nodes = vec![json!({"name": "Floor", "extensions": collider(0)})];
    for i in 0..wide * deep * LAYERS {
        let (x, z, y) = (i % wide, i / wide % deep, i / (wide * deep));
        let along = |k: u32| (SIDE + GAP) * (k as f32 + 0.5 * (y % 2) as f32);
        let at = [along(x), SIDE * (y as f32 + 0.5), along(z)];
        nodes.push(json!({"name": format!("Box{i}"), "translation": at, "extensions": body}));
    }
    let all: Vec<Value> = (0..nodes.len()).map(|i| json!(i)).collect();
    let shapes = json!([{"type": "plane", "plane": {}}, {"type": "box", "box": {"size": [SIDE, SIDE, SIDE]}}]);
    let document = json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
        "extensions": {"KHR_implicit_shapes": {"shapes": shapes}},
        "scenes": [{"nodes": all}],
        "nodes": nodes,
    });
    glb(&document.to_string(), &[])
}
