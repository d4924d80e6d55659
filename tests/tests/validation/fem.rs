//! V06: convergence of the solvers with elastic triangles and stiff links. V11: a bar of elastic tetrahedra in tension.

use glam::{DVec3, Quat, Vec3};
use pliant_scene::{Scene, Solver};
use pliant_scenes::{Document, Node, shapes};
use pliant_sim::Particles;
use pliant_tests::bodies::{Stepping, cantilever, rope};
use pliant_tests::reference::{near, within};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// The residual ‖h‖ of one frame with one substep, which begins at `start`, the end of frame 24.
fn dual(scene: &Scene, stepping: Stepping, solver: Solver, start: Option<&Particles>) -> f64 {
    let mut world = World::new(scene, |settings| {
        stepping.apply(settings);
        (settings.solver, settings.residuals) = (solver, true);
    });
    if let Some(start) = start {
        world.restore(24, start).expect("a device");
    }
    world.run(1);
    world.body().residual.expect("asked for").dual
}

/// The slope of y over x by least squares, and R².
fn line(points: &[[f64; 2]]) -> [f64; 2] {
    let n = points.len() as f64;
    let mean = |k: usize| points.iter().map(|p| p[k]).sum::<f64>() / n;
    let [x, y] = [0, 1].map(mean);
    let sum = |f: fn(f64, f64) -> f64| points.iter().map(|p| f(p[0] - x, p[1] - y)).sum::<f64>();
    let [xx, xy, yy] = [sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y)];
    [xy / xx, xy * xy / (xx * yy)]
}

#[test]
fn v06_the_residual_of_a_cantilever_falls_by_a_factor_per_iteration() {
    let scene = cantilever(json!({"pliant_youngs_modulus": 1e3}));
    let stepping = |iterations| Stepping {
        dt: 0.008,
        ..Stepping::new(1, iterations)
    };
    let mut world = World::new(&scene, |settings| stepping(200).apply(settings));
    world.run(24);
    let start = world.particles().expect("a device");
    drop(world);
    let after = |iterations: u32| {
        let residual = dual(
            &scene,
            stepping(iterations),
            Solver::GaussSeidel,
            Some(&start),
        );
        [f64::from(iterations), residual.ln()]
    };
    let [slope, r_squared] = line(&(2..=10).map(|tens| after(10 * tens)).collect::<Vec<_>>());
    within("factor", slope.exp(), 0.5, 0.91);
    within("R²", r_squared, 0.98, 1.0);
}

/// The factor of the residual of 19 stiff links per iteration, once only the slowest mode is left. Gravity pulls the links
/// straight down, so that the rows for λ are linear.
fn rate_of_a_chain(solver: Solver) -> f64 {
    let scene = rope(
        shapes::chain(19, 0.1, DVec3::NEG_Y),
        json!({"pliant_particle_mass": 1}),
    );
    let [first, last] =
        [300, 700].map(|iterations| dual(&scene, Stepping::new(1, iterations), solver, None));
    (last / first).powf(1.0 / 400.0)
}

/// Rows are 2 λⱼ − λⱼ₋₁ − λⱼ₊₁, and λ₁ − λ₂ next to the pin, so the slowest mode is cos((j − ½)π/38) in any order.
#[test]
fn v06_a_stiff_chain_converges_at_the_rate_of_its_matrix() {
    let by_gauss_seidel = rate_of_a_chain(Solver::GaussSeidel);
    within(
        "Gauss-Seidel",
        by_gauss_seidel,
        0.99318 - 0.002,
        0.99318 + 0.002,
    );
    let by_jacobi = rate_of_a_chain(Solver::Jacobi);
    within("Jacobi", by_jacobi, 0.99658 - 0.002, 0.99658 + 0.002);
    // Our Jacobi divides by D = 4 w, next to the pin by 2 w and at the end by 3 w, and relaxes by 1.9. Its modes are
    // cos((j − 1)θ) with cot 18θ = 2 tan(θ/2), and decay by 1 − 1.9 (1 − cos θ)/2 per iteration.
    let mut theta = std::f64::consts::PI / 38.0;
    for _ in 0..50 {
        theta = (std::f64::consts::FRAC_PI_2 - (2.0 * (0.5 * theta).tan()).atan()) / 18.0;
    }
    near(
        "Jacobi with relaxation",
        by_jacobi,
        1.0 - 0.95 * (1.0 - theta.cos()),
        5e-5,
    );
}

/// The bar of V11: its size, modulus and Poisson's ratio.
const SIZE: Vec3 = Vec3::new(1.0, 0.1, 0.1);
const YOUNG: f64 = 1e5;
const POISSON: f64 = 0.3;

/// The stretch that gives about 200 N.
const LONGER: f32 = 1.1575;

/// The measured state of a bar in tension.
struct Tension {
    force: f64,
    /// Stretches of the middle, along the bar and across.
    stretch: f64,
    lateral: f64,
    energy: f64,
}

/// Measures a bar, rotated by `turn`, after it comes to rest. It starts `longer` times as long; its ends keep their rest width.
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
    document.add(Node::new("Bar").rotated(turn).mesh(mesh).extras(keys));
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
fn v11_a_bar_in_tension_has_the_stretches_of_its_material() {
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
