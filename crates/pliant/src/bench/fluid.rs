//! `pliant bench fluid`: falling cubes of water of three sizes, two substeps of four iterations per frame.

use super::container::body;
use super::native_fluid::NativeFluid;
use super::timing::{self, Best};
use crate::device;
use crate::exit::Error;
use crate::options::BenchOptions;
use crate::report::{self, Lines};
use pliant_gpu::{Gpu, Timing, VulkanEngine};
use pliant_scene::{Overrides, Source, load};
use pliant_sim::{Settings, Simulation};
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;

/// Particles along each side.
const SIDES: [u16; 3] = [20, 32, 46];
const SUBSTEPS: u32 = 2;
const ITERATIONS: u32 = 4;
/// Distance of particles, m.
const SPACING: f32 = 0.01;

/// The result for one cube: the fastest frame, since machines are noisy.
#[derive(Serialize)]
struct Row {
    particles: u32,
    /// Mean number of neighbours of a particle.
    neighbours: f64,
    /// Wall time of a frame, submission and waiting included.
    frame_ms: f64,
    /// Particles over the wall time of a frame.
    particles_per_second: f64,
    /// Wall time of a frame over its particles.
    ns_per_particle: f64,
    /// Device time of a frame by pass.
    passes_ms: Vec<(&'static str, f64)>,
    /// Device memory of the whole simulation.
    bytes_per_particle: f64,
    native_ms: f64,
    /// Device over native, wall time.
    ratio: f64,
}

pub(crate) fn fluid(options: &BenchOptions) -> Result<(), Error> {
    let gpu = device::vulkan(options.choice.selector())?;
    for side in SIDES {
        let row = measure(&gpu, side)?;
        report::print_result(&row, options.json, text)?;
    }
    Ok(())
}

fn measure(gpu: &Arc<Gpu>, side: u16) -> Result<Row, Error> {
    let scene = load(&Source::Bytes(cube(side)), &Overrides::default())
        .map_err(|e| Error::Internal(e.to_string()))?;
    let settings = Settings {
        substeps: SUBSTEPS,
        iterations: ITERATIONS,
        ..Settings::of(&scene)
    };
    let h = settings.h() as f32;
    let mut engine = VulkanEngine::new(Arc::clone(gpu))?;
    engine.set_timing(Timing::Passes);
    let mut simulation = Simulation::new(&scene, settings, engine)?;
    let positions = simulation.particles()?.positions;
    let constants = simulation.fluid_constants();
    let capacity = constants.capacity as usize;
    let mut native = NativeFluid::new(&positions, SPACING, h, constants, capacity);
    let (best, native_ms) =
        timing::side_by_side(&mut simulation, || native.frame(SUBSTEPS, ITERATIONS))?;
    let metrics = simulation.metrics()?.bodies[0].fluid;
    let neighbours = metrics.map_or(0.0, |fluid| fluid.neighbours.mean);
    Ok(row(&simulation, neighbours, best, native_ms))
}

fn row(
    simulation: &Simulation<VulkanEngine>,
    neighbours: f64,
    Best { frame_ms, passes }: Best,
    native_ms: f64,
) -> Row {
    let particles = simulation.summary().bodies[0].particles;
    let count = f64::from(particles);
    Row {
        particles,
        neighbours,
        frame_ms,
        particles_per_second: count / frame_ms * 1e3,
        ns_per_particle: frame_ms / count * 1e6,
        passes_ms: passes.iter().map(|t| (t.pass.row().name, t.ms)).collect(),
        bytes_per_particle: simulation.bytes() as f64 / count,
        native_ms,
        ratio: frame_ms / native_ms,
    }
}

fn text(row: &Row) -> Lines {
    let mut lines = Lines::default();
    lines.add(format_args!(
        "fluid: {} particles, {:.1} neighbours each, {SUBSTEPS} substeps of {ITERATIONS} iterations",
        row.particles, row.neighbours
    ));
    lines.add(format_args!(
        "  frame      {:9.3} ms   {:6.3} million particles/s, {:.0} ns each",
        row.frame_ms,
        row.particles_per_second / 1e6,
        row.ns_per_particle
    ));
    lines.add(format_args!(
        "  native     {:9.3} ms   one thread; device / native = {:.2}",
        row.native_ms, row.ratio
    ));
    lines.add(format_args!(
        "  memory     {:9.1} bytes per particle",
        row.bytes_per_particle
    ));
    lines.passes(&row.passes_ms);
    lines
}

/// A cube of points.
fn cube(side: u16) -> Vec<u8> {
    let rows = (0..side).flat_map(|z| (0..side).map(move |y| (y, z)));
    let all = rows.flat_map(|(y, z)| (0..side).map(move |x| [x, y, z]));
    let positions: Vec<[f32; 3]> = all
        .map(|step| step.map(|n| SPACING * f32::from(n)))
        .collect();
    body("Cube", &json!({"pliant_body": "fluid"}), &positions, &[])
}
