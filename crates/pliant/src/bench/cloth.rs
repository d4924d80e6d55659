//! `pliant bench cloth`: sheets of three sizes, both solvers, one substep of 20 iterations per frame.

use super::native::Native;
use super::sheet::sheet;
use super::timing::{self, Best};
use crate::device;
use crate::exit::Error;
use crate::options::BenchOptions;
use crate::report::{self, Lines};
use pliant_gpu::{Gpu, Timing, VulkanEngine};
use pliant_passes::PassTime;
use pliant_scene::{Overrides, Scene, Solver, Source, load};
use pliant_sim::{Settings, Simulation};
use serde::Serialize;
use std::sync::Arc;

const SIZES: [u32; 3] = [64, 256, 512];
const ITERATIONS: u32 = 20;

/// The result for one sheet and solver: minima over frames, since machines are noisy.
#[derive(Serialize)]
struct Row {
    grid: u32,
    solver: &'static str,
    particles: u32,
    links: usize,
    /// Wall time of a frame, submission and waiting included.
    frame_ms: f64,
    /// Device time of an iteration: all passes that run once in each.
    iteration_ms: f64,
    links_per_second: f64,
    /// Device time of a frame by pass.
    passes_ms: Vec<(&'static str, f64)>,
    /// Device memory of the whole simulation.
    bytes: u64,
    /// Bytes per particle, without 24 bytes for each end of a link.
    bytes_per_particle: f64,
    native_iteration_ms: f64,
    native_links_per_second: f64,
    /// Device over native.
    ratio: f64,
}

pub(crate) fn cloth(options: &BenchOptions) -> Result<(), Error> {
    let gpu = device::vulkan(options.choice.selector())?;
    for grid in SIZES {
        for solver in [Solver::GaussSeidel, Solver::Jacobi] {
            let row = measure(&gpu, grid, solver)?;
            report::print_result(&row, options.json, text)?;
        }
    }
    Ok(())
}

fn measure(gpu: &Arc<Gpu>, grid: u32, solver: Solver) -> Result<Row, Error> {
    let scene = load(&Source::Bytes(sheet(grid)), &Overrides::default())
        .map_err(|e| Error::Internal(e.to_string()))?;
    let settings = Settings {
        substeps: 1,
        iterations: ITERATIONS,
        solver,
        ..Settings::of(&scene)
    };
    let mut native = native(&scene, &settings)?;
    let mut engine = VulkanEngine::new(Arc::clone(gpu))?;
    engine.set_timing(Timing::Passes);
    let mut simulation = Simulation::new(&scene, settings, engine)?;
    let (best, native_ms) =
        timing::side_by_side(&mut simulation, || native.iteration_ms(ITERATIONS))?;
    Ok(row(grid, &simulation, best, native_ms))
}

/// The native loop solves in the order of the coloured solver, whichever solver is measured.
fn native(scene: &Scene, settings: &Settings) -> Result<Native, Error> {
    let settings = Settings {
        solver: Solver::GaussSeidel,
        ..settings.clone()
    };
    let alpha = f64::from(scene.bodies[0].keys.stretch_compliance) / (settings.h() * settings.h());
    let mut simulation = Simulation::new(scene, settings, pliant_kernels::CpuEngine::default())?;
    let links = simulation.drawn_links().links;
    let particles = simulation.particles()?;
    let mass = simulation.summary().bodies[0].mass / particles.positions.len() as f64;
    let free = |i: usize| !scene.bodies[0].pinned.contains(&(i as u32));
    let with_w = |(i, x): (usize, &[f32; 3])| {
        [
            x[0],
            x[1],
            x[2],
            if free(i) { (1.0 / mass) as f32 } else { 0.0 },
        ]
    };
    let positions = particles.positions.iter().enumerate().map(with_w).collect();
    Ok(Native::new(positions, &links, alpha as f32))
}

fn row(
    grid: u32,
    simulation: &Simulation<VulkanEngine>,
    Best { frame_ms, passes }: Best,
    native_ms: f64,
) -> Row {
    let links = simulation.drawn_links().links.len();
    let per_iteration = |t: &&PassTime| {
        t.pass.row().name.starts_with("solve/")
            && !["solve/split_masses", "solve/sum_forces"].contains(&t.pass.row().name)
    };
    let iteration_ms = passes
        .iter()
        .filter(per_iteration)
        .map(|t| t.ms)
        .sum::<f64>()
        / f64::from(ITERATIONS);
    let particles = grid * grid;
    Row {
        grid,
        solver: simulation.settings().solver.name(),
        particles,
        links,
        frame_ms,
        iteration_ms,
        links_per_second: links as f64 / iteration_ms * 1e3,
        passes_ms: passes.iter().map(|t| (t.pass.row().name, t.ms)).collect(),
        bytes: simulation.bytes(),
        bytes_per_particle: (simulation.bytes() as f64 - 48.0 * links as f64)
            / f64::from(particles),
        native_iteration_ms: native_ms,
        native_links_per_second: links as f64 / native_ms * 1e3,
        ratio: iteration_ms / native_ms,
    }
}

fn text(row: &Row) -> Lines {
    let mut lines = Lines::default();
    lines.add(format_args!(
        "{0} × {0} {1}: {2} particles, {3} links, {ITERATIONS} iterations",
        row.grid, row.solver, row.particles, row.links
    ));
    lines.add(format_args!("  frame      {:9.3} ms", row.frame_ms));
    lines.add(format_args!(
        "  iteration  {:9.4} ms   {:6.1} million links/s",
        row.iteration_ms,
        row.links_per_second / 1e6
    ));
    lines.add(format_args!(
        "  native     {:9.4} ms   {:6.1} million links/s, one thread; device / native = {:.2}",
        row.native_iteration_ms,
        row.native_links_per_second / 1e6,
        row.ratio
    ));
    lines.add(format_args!(
        "  memory     {:9.2} MiB  ({:.0} bytes per particle at 24 bytes per link end)",
        row.bytes as f64 / f64::from(1 << 20),
        row.bytes_per_particle
    ));
    lines.passes(&row.passes_ms);
    lines
}
