//! V09: the result of a 64 × 64 cloth does not depend on the number of iterations, with Gauss-Seidel and with Jacobi.

use glam::DVec3;
use pliant_scene::{Scene, Solver};
use pliant_scenes::{Document, Node, shapes};
use pliant_tests::bodies::Stepping;
use pliant_tests::reference::{near, number, reference, within};
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

const SIDE: u32 = 64;
const COMPLIANCE: f64 = 0.02;

/// A sheet of 1 m and 1 kg with 23 938 equal links: edges, diagonals and links to every second particle.
fn cloth(vertical: bool, pins: Value, keys: Value) -> Scene {
    let flat = shapes::grid(SIDE, SIDE, 1.0, 1.0);
    let sheet = if vertical {
        flat.upright().translated([0.0, -0.5, 0.0])
    } else {
        flat
    };
    let mut document = Document::new();
    let mesh = document.mesh("Sheet", [sheet]);
    document.add(Node::new("Sheet").mesh(mesh).extras(keys).extras(json!({
        "pliant_body": "cloth",
        "pliant_links": "grid",
        "pliant_bend_model": "distance",
        "pliant_particle_mass": 1.0 / f64::from(SIDE * SIDE),
        "pliant_pin": pins,
        "pliant_self_collision": false,
    })));
    scene_of(&document)
}

fn xpbd() -> Value {
    json!({
        "pliant_stretch_compliance": COMPLIANCE,
        "pliant_shear_compliance": COMPLIANCE,
        "pliant_bend_compliance": COMPLIANCE,
    })
}

/// PBD with k = 0.01 in each iteration. The engine corrects its k by 1 − (1 − k)^(1/n), which this inverts.
fn pbd(iterations: u32) -> Value {
    json!({ "pliant_model": "pbd", "pliant_stiffness": 1.0 - 0.99_f64.powf(f64::from(iterations)) })
}

fn simulate(scene: &Scene, solver: Solver, iterations: u32, frames: u32) -> World {
    let mut world = World::new(scene, |s| {
        Stepping::new(1, iterations).apply(s);
        s.solver = solver;
    });
    let links: u32 = world.summary().bodies[0].constraints.values().sum();
    assert_eq!(links, 23_938);
    world.run(frames);
    world
}

fn lowest(world: &mut World) -> f64 {
    world.body().aabb[0][1]
}

/// V09a: the top row is pinned; after 120 frames the cloth hangs at rest.
fn hang(solver: Solver, iterations: u32, tolerance: f64) -> World {
    let top: Vec<u32> = (0..SIDE).collect();
    let mut world = simulate(&cloth(true, json!(top), xpbd()), solver, iterations, 120);
    let at_rest = number(&reference("cloth64_row_static")["lowest_y"]);
    let what = format!("{solver:?}, {iterations} iterations: lowest");
    within(
        &what,
        lowest(&mut world),
        at_rest - tolerance,
        at_rest + tolerance,
    );
    world
}

fn assert_static(world: &mut World) {
    let at_rest = reference("cloth64_row_static");
    let positions = world.positions();
    let mean = positions.iter().map(|x| f64::from(x[1])).sum::<f64>() / positions.len() as f64;
    let wanted = number(&at_rest["mean_y"]);
    within("mean height", mean, wanted - 0.001, wanted + 0.001);
    let force = DVec3::from(world.body().pin_force.expect("pins"));
    near(
        "force of the top row",
        -force.y,
        number(&at_rest["top_row_link_reaction_N"]),
        0.005,
    );
}

#[test]
fn v09a_gauss_seidel_converges() {
    hang(Solver::GaussSeidel, 20, 0.045);
    assert_static(&mut hang(Solver::GaussSeidel, 160, 0.001));
}

#[test]
fn v09a_jacobi_converges_in_ten_times_the_iterations() {
    hang(Solver::Jacobi, 200, 0.045);
}

#[test]
#[ignore = "long: 120 frames of 1600 iterations"]
fn v09a_jacobi_converges_to_the_static_shape() {
    assert_static(&mut hang(Solver::Jacobi, 1600, 0.001));
}

/// V09b: the lowest height of a horizontal sheet after 240 frames, m; two corners are pinned.
fn swing(solver: Solver, iterations: u32, keys: Value) -> f64 {
    let scene = cloth(false, json!([0, SIDE - 1]), keys);
    let y = lowest(&mut simulate(&scene, solver, iterations, 240));
    println!("{solver:?}, {iterations} iterations: {y}");
    y
}

fn assert_independent_of_iterations(solver: Solver, times: u32) {
    let [few, some, many] = [20, 80, 160].map(|n| swing(solver, times * n, xpbd()));
    within("20 to 160 iterations", few / many, 1.0, 1.6);
    within("80 to 160 iterations", some / many, 0.95, 1.05);
}

#[test]
fn v09b_xpbd_does_not_depend_on_iterations() {
    assert_independent_of_iterations(Solver::GaussSeidel, 1);
}

#[test]
fn v09b_pbd_depends_on_iterations() {
    let [few, many] = [20, 160].map(|n| swing(Solver::GaussSeidel, n, pbd(n)));
    within("20 to 160 iterations", few / many, 8.0, 50.0);
}

#[test]
#[ignore = "long: 240 frames of 2600 iterations in all"]
fn v09b_jacobi_does_not_depend_on_iterations() {
    assert_independent_of_iterations(Solver::Jacobi, 10);
}
