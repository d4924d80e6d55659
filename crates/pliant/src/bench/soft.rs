//! `pliant bench soft`: a lattice of 22³ nodes with constraints of edges and volumes, ten substeps of one iteration.

use super::lattice::{Native, cube};
use super::timing::{self, Best};
use crate::device;
use crate::exit::Error;
use crate::options::BenchOptions;
use crate::report::{self, Lines};
use pliant_gpu::{Timing, VulkanEngine};
use pliant_kernels::CpuEngine;
use pliant_scene::{Overrides, Scene, Source, load};
use pliant_sim::{Settings, Simulation};
use serde::Serialize;

const SUBSTEPS: u32 = 10;

/// The result: minima over frames, since machines are noisy.
#[derive(Serialize)]
struct Row {
    particles: usize,
    links: usize,
    tetrahedra: usize,
    /// Wall time of a frame, submission and waiting included.
    frame_ms: f64,
    constraints_per_second: f64,
    /// Device time of a frame by pass.
    passes_ms: Vec<(&'static str, f64)>,
    /// Device memory of the whole simulation.
    bytes: u64,
    native_frame_ms: f64,
    native_constraints_per_second: f64,
    /// Device over native.
    ratio: f64,
}

pub(crate) fn soft(options: &BenchOptions) -> Result<(), Error> {
    let gpu = device::vulkan(options.choice.selector())?;
    let scene = load(&Source::Bytes(cube()), &Overrides::default())
        .map_err(|e| Error::Internal(e.to_string()))?;
    let settings = Settings {
        substeps: SUBSTEPS,
        iterations: 1,
        ..Settings::of(&scene)
    };
    let mut native = native(&scene, &settings)?;
    let h = settings.h() as f32;
    let mut engine = VulkanEngine::new(gpu)?;
    engine.set_timing(Timing::Passes);
    let mut simulation = Simulation::new(&scene, settings, engine)?;
    let (best, native_ms) = timing::side_by_side(&mut simulation, || native.frame_ms(SUBSTEPS, h))?;
    let row = row(&scene, &simulation, &native, best, native_ms);
    report::print_result(&row, options.json, text)?;
    Ok(())
}

/// The native loop has the links in the device's order, by colour.
fn native(scene: &Scene, settings: &Settings) -> Result<Native, Error> {
    let keys = &scene.bodies[0].keys;
    let compliance = [keys.stretch_compliance, keys.volume_compliance]
        .map(|alpha| (f64::from(alpha) / settings.h().powi(2)) as f32);
    let simulation = Simulation::new(scene, settings.clone(), CpuEngine::default())?;
    Ok(Native::new(
        scene,
        &simulation.drawn_links().links,
        compliance,
    ))
}

fn row(
    scene: &Scene,
    simulation: &Simulation<VulkanEngine>,
    native: &Native,
    Best { frame_ms, passes }: Best,
    native_ms: f64,
) -> Row {
    let lattice = scene.bodies[0]
        .lattice
        .as_ref()
        .expect("a soft body has one");
    let per_second = |ms: f64| native.constraints() as f64 * f64::from(SUBSTEPS) / ms * 1e3;
    Row {
        particles: lattice.positions.len(),
        links: native.constraints() - lattice.tetrahedra.len(),
        tetrahedra: lattice.tetrahedra.len(),
        frame_ms,
        constraints_per_second: per_second(frame_ms),
        passes_ms: passes.iter().map(|t| (t.pass.row().name, t.ms)).collect(),
        bytes: simulation.bytes(),
        native_frame_ms: native_ms,
        native_constraints_per_second: per_second(native_ms),
        ratio: frame_ms / native_ms,
    }
}

fn text(row: &Row) -> Lines {
    let mut lines = Lines::default();
    lines.add(format_args!(
        "soft lattice: {} particles, {} links, {} tetrahedra, {SUBSTEPS} substeps of one iteration",
        row.particles, row.links, row.tetrahedra
    ));
    lines.add(format_args!(
        "  frame      {:9.3} ms   {:6.1} million constraints/s",
        row.frame_ms,
        row.constraints_per_second / 1e6
    ));
    lines.add(format_args!(
        "  native     {:9.3} ms   {:6.1} million constraints/s, one thread; device / native = {:.2}",
        row.native_frame_ms,
        row.native_constraints_per_second / 1e6,
        row.ratio
    ));
    lines.add(format_args!(
        "  memory     {:9.2} MiB",
        row.bytes as f64 / f64::from(1 << 20)
    ));
    lines.passes(&row.passes_ms);
    lines
}
