//! `pliant bench cloth`: square sheets with both solvers, one substep of many iterations a frame.

use super::container::body;
use super::standard::Standard;
use pliant_scene::Solver;
use serde_json::json;

/// Particles along a side, and iterations.
const SIZES: [(u32, u32); 7] = [
    (64, 20),
    (64, 40),
    (64, 80),
    (64, 160),
    (256, 20),
    (512, 20),
    (LARGE, 20),
];
/// The side of the sheet that takes minutes.
const LARGE: u32 = 1024;

/// Each size with each solver.
pub(crate) fn scenes() -> Vec<Standard> {
    let both = |size| [Solver::GaussSeidel, Solver::Jacobi].map(|solver| (size, solver));
    SIZES.into_iter().flat_map(both).map(scene).collect()
}

fn scene(((side, iterations), solver): ((u32, u32), Solver)) -> Standard {
    let title = format!("{side}x{side} {iterations} {}", solver.name());
    let glb = move || sheet(side);
    let scene = Standard::simulation(title, glb, move |settings| {
        settings.substeps = 1;
        settings.iterations = iterations;
        settings.solver = solver;
    });
    Standard {
        large: side == LARGE,
        ..scene.frames(5, 140)
    }
}

/// A level sheet of n × n particles of 1 kg, 1 m wide, that hangs by two corners. Links of 1e-6 m/N go along edges, along both diagonals
/// of each quad, and to every second particle.
fn sheet(n: u32) -> Vec<u8> {
    let along = |i: u32| i as f32 / (n - 1) as f32;
    let positions: Vec<[f32; 3]> = (0..n * n)
        .map(|i| [along(i / n), 0.0, along(i % n)])
        .collect();
    let quads = (0..n * (n - 1)).filter(|i| i % n + 1 < n);
    let indices: Vec<u32> = quads
        .flat_map(|i| [i, i + 1, i + n, i + n, i + 1, i + n + 1])
        .collect();
    let keys = json!({
        "pliant_body": "cloth", "pliant_links": "grid", "pliant_bend_model": "distance", "pliant_pin": [0, n - 1],
        "pliant_particle_mass": 1, "pliant_stretch_compliance": 1e-6, "pliant_bend_compliance": 1e-6,
        "pliant_self_collision": false, "pliant_thickness": 0,
    });
    body("Sheet", &keys, &positions, &indices)
}
