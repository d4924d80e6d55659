//! V06: how fast solvers converge on elastic triangles and hard links.

use glam::DVec3;
use pliant_scene::{Scene, Solver};
use pliant_scenes::shapes;
use pliant_sim::Particles;
use pliant_tests::bodies::{Cut, cantilever, rope};
use pliant_tests::no_gpu;
use pliant_tests::reference::{near, within};
use pliant_tests::world::World;
use serde_json::json;

/// ‖h‖ after `iterations` of one frame in one substep, which starts at `start`, the end of frame 24.
fn dual(scene: &Scene, cut: Cut, solver: Solver, start: Option<&Particles>) -> f64 {
    let mut world = World::new(scene, |settings| {
        cut.apply(settings);
        (settings.solver, settings.residuals) = (solver, true);
    });
    if let Some(start) = start {
        world.restore(24, start).expect("a device");
    }
    world.run(1);
    world.body().residual.expect("asked for").dual
}

/// Slope of y over x by least squares, and R².
fn line(points: &[[f64; 2]]) -> [f64; 2] {
    let n = points.len() as f64;
    let mean = |k: usize| points.iter().map(|p| p[k]).sum::<f64>() / n;
    let [x, y] = [0, 1].map(mean);
    let sum = |f: fn(f64, f64) -> f64| points.iter().map(|p| f(p[0] - x, p[1] - y)).sum::<f64>();
    let [xx, xy, yy] = [sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y)];
    [xy / xx, xy * xy / (xx * yy)]
}

#[test]
fn v06_the_residual_of_a_cantilever_falls_by_a_factor_an_iteration() {
    if no_gpu() {
        return;
    }
    let scene = cantilever(json!({"pliant_youngs_modulus": 1e3}));
    let cut = |iterations| Cut {
        dt: 0.008,
        ..Cut::new(1, iterations)
    };
    let mut world = World::new(&scene, |settings| cut(200).apply(settings));
    world.run(24);
    let start = world.particles().expect("a device");
    drop(world);
    let after = |iterations: u32| {
        let left = dual(&scene, cut(iterations), Solver::GaussSeidel, Some(&start));
        [f64::from(iterations), left.ln()]
    };
    let [slope, straight] = line(&(2..=10).map(|tens| after(10 * tens)).collect::<Vec<_>>());
    within("factor", slope.exp(), 0.5, 0.91);
    within("R²", straight, 0.98, 1.0);
}

/// By what factor the residual of 19 hard links in a line falls in an iteration, once only the slowest mode is left: gravity
/// pulls them straight down, so that the rows for λ are linear.
fn rate_of_a_chain(solver: Solver) -> f64 {
    let scene = rope(
        shapes::chain(19, 0.1, DVec3::NEG_Y),
        json!({"pliant_particle_mass": 1}),
    );
    let [first, last] =
        [300, 700].map(|iterations| dual(&scene, Cut::new(1, iterations), solver, None));
    (last / first).powf(1.0 / 400.0)
}

/// Rows are 2 λⱼ − λⱼ₋₁ − λⱼ₊₁, and λ₁ − λ₂ beside the pin: the slowest mode is cos((j − ½)π/38), whatever the order.
#[test]
fn v06_a_hard_chain_converges_at_the_rates_of_its_matrix() {
    if no_gpu() {
        return;
    }
    let by_gauss_seidel = rate_of_a_chain(Solver::GaussSeidel);
    within(
        "Gauss-Seidel",
        by_gauss_seidel,
        0.99318 - 0.002,
        0.99318 + 0.002,
    );
    let by_jacobi = rate_of_a_chain(Solver::Jacobi);
    within("Jacobi", by_jacobi, 0.99658 - 0.002, 0.99658 + 0.002);
    // Ours divides by D = 4 w, beside the pin 2 w and at the end 3 w, and goes 1.9 times as far. Then a mode is
    // cos((j − 1)θ) with cot 18θ = 2 tan(θ/2), and is left by 1 − 1.9 (1 − cos θ)/2.
    let mut theta = std::f64::consts::PI / 38.0;
    for _ in 0..50 {
        theta = (std::f64::consts::FRAC_PI_2 - (2.0 * (0.5 * theta).tan()).atan()) / 18.0;
    }
    near(
        "Jacobi as it is",
        by_jacobi,
        1.0 - 0.95 * (1.0 - theta.cos()),
        5e-5,
    );
}
