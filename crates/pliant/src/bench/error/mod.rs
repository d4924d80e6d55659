//! `pliant bench error`: the error of three scenes against a converged run, over solver, substeps and iterations, with the time.

mod plot;
mod row;
mod scenes;

use super::standard::simulate;
use crate::device::{self, Simulator};
use crate::engine::AnyEngine;
use crate::exit::Error;
use crate::interrupt;
use crate::options::BenchOptions;
use crate::report::{self, Lines};
use pliant_gpu::Timing;
use pliant_scene::Solver;
use pliant_sim::Settings;
use row::{ITERATIONS, Row, mark_best};
use scenes::{SCENES, Scene};
use serde::Serialize;
use std::time::Instant;

/// What is measured with each solver and number of iterations.
const SUBSTEPS: [u32; 5] = [5, 10, 20, 40, 80];

/// The converged run, and the one with half of its substeps and iterations, which says how converged it is.
const REFERENCE: Method = Method {
    solver: Solver::GaussSeidel,
    substeps: 320,
    iterations: 16,
};
const HALF: Method = Method {
    substeps: REFERENCE.substeps / 2,
    iterations: REFERENCE.iterations / 2,
    ..REFERENCE
};

/// How a scene is solved.
#[derive(Clone, Copy)]
struct Method {
    solver: Solver,
    substeps: u32,
    iterations: u32,
}

/// The end of a run.
struct Outcome {
    /// Positions of all particles; `None` where a value is no longer finite.
    positions: Option<Vec<[f32; 3]>>,
    /// Wall time of the fastest frame. All frames do the same work.
    frame_ms: f64,
}

/// How converged the reference of a scene is.
#[derive(Serialize)]
struct Reference {
    bench: &'static str,
    scene: &'static str,
    about: &'static str,
    substeps: u32,
    iterations: u32,
    /// RMS distance from the run with half of the substeps and iterations.
    half_differs_mm: f64,
}

/// Measures the scenes, and plots them where the options name a file.
pub(crate) fn error(options: &BenchOptions) -> Result<(), Error> {
    let wanted = |scene: &&Scene| {
        let only = options.only.as_deref();
        only.is_none_or(|text| scene.name.contains(text))
    };
    let chosen: Vec<&Scene> = SCENES.iter().filter(wanted).collect();
    if chosen.is_empty() {
        let names = SCENES.each_ref().map(|scene| scene.name).join(", ");
        let only = options.only.as_deref().unwrap_or_default();
        let why = format!("--only {only}: no scene has that in its name; there are {names}");
        return Err(Error::Usage(why));
    }
    let simulators = device::compared(&options.choice)?;
    let simulator = &simulators[0];
    let mut panels = Vec::new();
    for scene in chosen {
        let rows = sweep(scene, simulator, options.json)?;
        for row in &rows {
            report::print_result(row, options.json, Row::text)?;
        }
        panels.push((scene.name, rows));
    }
    let Some(target) = &options.plot else {
        return Ok(());
    };
    let svg = plot::svg(&panels);
    Ok(pliant_outputs::write_text(target, &svg)?)
}

/// All methods on a scene.
fn sweep(scene: &Scene, simulator: &Simulator, json: bool) -> Result<Vec<Row>, Error> {
    let diverged = || Error::Internal("the converged run diverged".to_owned());
    let exact = run(scene, simulator, REFERENCE)?.positions;
    let exact = exact.ok_or_else(diverged)?;
    let half = run(scene, simulator, HALF)?.positions;
    let reference = Reference {
        bench: "error",
        scene: scene.name,
        about: scene.about,
        substeps: REFERENCE.substeps,
        iterations: REFERENCE.iterations,
        half_differs_mm: rms_mm(&half.ok_or_else(diverged)?, &exact),
    };
    report::print_result(&reference, json, Reference::text)?;
    let mut rows = Vec::new();
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        for iterations in ITERATIONS {
            for substeps in SUBSTEPS {
                let method = Method {
                    solver,
                    substeps,
                    iterations,
                };
                let outcome = run(scene, simulator, method)?;
                let positions = outcome.positions.as_ref();
                rows.push(Row {
                    bench: "error",
                    scene: scene.name,
                    solver: solver.name(),
                    substeps,
                    iterations,
                    error_mm: positions.map(|positions| rms_mm(positions, &exact)),
                    frame_ms: outcome.frame_ms,
                    best: false,
                });
            }
        }
    }
    mark_best(&mut rows);
    Ok(rows)
}

/// Runs a scene to its last frame.
fn run(scene: &Scene, simulator: &Simulator, method: Method) -> Result<Outcome, Error> {
    let engine = AnyEngine::new(simulator, Timing::Off)?;
    let change = |settings: &mut Settings| {
        settings.solver = method.solver;
        settings.substeps = method.substeps;
        settings.iterations = method.iterations;
    };
    let mut simulation = simulate((scene.glb)(), change, engine)?;
    let mut frame_ms = f64::INFINITY;
    let mut finite = true;
    while finite && simulation.frame() < scene.frames {
        interrupt::check()?;
        let start = Instant::now();
        match simulation.step() {
            Err(pliant_sim::Error::Diverged { .. }) => finite = false,
            stepped => stepped?,
        }
        frame_ms = frame_ms.min(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(Outcome {
        positions: if finite {
            Some(simulation.particles()?.positions)
        } else {
            None
        },
        frame_ms,
    })
}

/// RMS distance of particles, mm.
fn rms_mm(a: &[[f32; 3]], b: &[[f32; 3]]) -> f64 {
    let squared = |(a, b): (&[f32; 3], &[f32; 3])| -> f64 {
        (0..3).map(|k| f64::from(a[k] - b[k]).powi(2)).sum()
    };
    let sum: f64 = a.iter().zip(b).map(squared).sum();
    1e3 * (sum / a.len() as f64).sqrt()
}

impl Reference {
    fn text(&self) -> Lines {
        let mut lines = Lines::default();
        lines.add(format_args!("error {}: {}", self.scene, self.about));
        lines.add(format_args!(
            "  against {} x {} (substeps x iterations), from which {} x {} differs by {:.3} mm",
            self.substeps, self.iterations, HALF.substeps, HALF.iterations, self.half_differs_mm
        ));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_is_the_root_of_the_mean_square() {
        let moved = [[0.003, 0.0, 0.0], [0.0, 0.004, 0.0]];
        let error = rms_mm(&moved, &[[0.0; 3]; 2]);
        assert!((error - 12.5_f64.sqrt()).abs() < 1e-5, "{error}");
    }
}
