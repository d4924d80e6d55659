//! V06, V11: how fast solvers converge on elastic triangles and hard links, and a bar of elastic tetrahedra in tension.

use glam::{DVec3, Quat, Vec3};
use pliant_scene::{Scene, Solver};
use pliant_scenes::{Document, Node, shapes};
use pliant_sim::Particles;
use pliant_tests::bodies::{Stepping, cantilever, rope};
use pliant_tests::no_gpu;
use pliant_tests::reference::{near, within};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// ‖h‖ after `iterations` of one frame in one substep, which starts at `start`, the end of frame 24.
fn dual(scene: &Scene, cut: Stepping, solver: Solver, start: Option<&Particles>) -> f64 {
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
    let cut = |iterations| Stepping {
        dt: 0.008,
        ..Stepping::new(1, iterations)
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
        [300, 700].map(|iterations| dual(&scene, Stepping::new(1, iterations), solver, None));
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

/// The bar of V11: its size, modulus and Poisson's ratio.
const SIZE: Vec3 = Vec3::new(1.0, 0.1, 0.1);
const YOUNG: f64 = 1e5;
const POISSON: f64 = 0.3;

/// How many times as long it is with about 200 N at its ends.
const LONGER: f32 = 1.1575;

/// What is seen of a bar in tension.
struct Tension {
    force: f64,
    /// Of the middle, over rest: along the bar, and across.
    stretch: f64,
    lateral: f64,
    energy: f64,
}

/// A bar turned by `turn` that starts `longer` times as long, its ends held as wide as at rest, and comes to rest.
fn tension(turn: Quat, longer: f32) -> Tension {
    let bar = shapes::block(SIZE, 20);
    let ends = |sign: f32| -> Vec<u32> {
        let at = bar.positions.iter().zip(0..);
        at.filter(|(p, _)| p.x == sign * 0.5 * SIZE.x)
            .map(|(_, vertex)| vertex)
            .collect()
    };
    let hooked = ends(1.0)
        .iter()
        .map(u32::to_string)
        .collect::<Vec<_>>()
        .join(",");
    let keys = json!({
        "pliant_body": "soft", "pliant_model": "stvk", "pliant_spacing": 0.05, "pliant_youngs_modulus": YOUNG,
        "pliant_poissons_ratio": POISSON, "pliant_density": 1000, "pliant_air_drag": 30, "pliant_pin": ends(-1.0),
        "pliant_attach": format!("{hooked}=Hook"), "pliant_self_collision": false,
    });
    let rests = bar.positions.clone();
    let mut bar = bar.vector("_REST_POSITION", rests);
    bar.positions.iter_mut().for_each(|p| p.x *= longer);
    let mut document = Document::new();
    document.add(Node::new("Hook"));
    let mesh = document.mesh("Bar", [bar]);
    document.add(Node::new("Bar").turned(turn).mesh(mesh).extras(keys));
    let scene = scene_of(&document);
    let mut world = World::new(&scene, |settings| {
        Stepping {
            gravity: 0.0,
            ..Stepping::new(20, 4)
        }
        .apply(settings);
    });
    world.run(7);
    let lattice = scene.bodies[0].lattice.as_ref().expect("a soft body");
    let back = turn.inverse().as_dquat();
    let pairs: Vec<[DVec3; 2]> = lattice
        .rests
        .iter()
        .zip(world.positions())
        .map(|(rest, x)| [back * rest.as_dvec3(), back * Vec3::from(x).as_dvec3()])
        .filter(|[rest, _]| rest.x.abs() < 0.21)
        .collect();
    let slope = |k: usize| line(&pairs.iter().map(|[r, x]| [r[k], x[k]]).collect::<Vec<_>>())[0];
    let body = world.body();
    Tension {
        force: DVec3::from(body.attachments[0].force).length(),
        stretch: slope(0),
        lateral: 0.5 * (slope(1) + slope(2)),
        energy: body.elastic_energy,
    }
}

/// λ with E λ (λ² − 1)/2 = P, by Newton's method.
fn stretch_under(pressure: f64) -> f64 {
    (0..20).fold(1.0, |x: f64, _| {
        x - (x * (x * x - 1.0) / 2.0 - pressure / YOUNG) / ((3.0 * x * x - 1.0) / 2.0)
    })
}

#[test]
fn v11_a_bar_in_tension_is_as_long_and_as_thin_as_its_material_says() {
    if no_gpu() {
        return;
    }
    let turns = [
        Quat::IDENTITY,
        Quat::from_rotation_z(30_f32.to_radians()),
        Quat::from_rotation_x(45_f32.to_radians()),
        Quat::from_rotation_z(90_f32.to_radians()),
    ];
    let all = turns.map(|turn| tension(turn, LONGER));
    for bar in &all {
        near("force", bar.force, 200.0, 0.005);
        let stretch = stretch_under(bar.force / f64::from(SIZE.y * SIZE.z));
        near("stretch", bar.stretch, stretch, 0.002);
        near(
            "lateral",
            bar.lateral,
            (1.0 - POISSON * (stretch * stretch - 1.0)).sqrt(),
            0.002,
        );
        near("stretch at 200 N", bar.stretch, 1.159_705, 0.002);
        near("lateral at 200 N", bar.lateral, 0.946_850, 0.002);
        near("energy", bar.energy, all[0].energy, 1e-4);
    }
}
