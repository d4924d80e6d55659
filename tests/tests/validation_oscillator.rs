//! V01 and V08: one link, where XPBD is implicit Euler and PBD is not.

use glam::{DVec3, Vec3};
use pliant_scene::Scene;
use pliant_scenes::{Document, Mode, Node, Primitive, shapes};
use pliant_tests::bodies::{Stepping, rope};
use pliant_tests::no_gpu;
use pliant_tests::reference::{number, reference, within};
use pliant_tests::world::{World, scene_of};
use serde_json::json;
use std::f64::consts::TAU;

const COMPLIANCE: f64 = 1e-3;
const STEPS: i32 = 300;

/// A link of 1 m rest length that is pulled to 1.5 m; its free end weighs 1 kg.
fn spring(beta: f64) -> Scene {
    let line = shapes::chain(1, 1.5, DVec3::X);
    let keys = json!({
        "pliant_particle_mass": 1,
        "pliant_stretch_compliance": COMPLIANCE,
        "pliant_damping": beta,
    });
    rope(
        line.vector("_REST_POSITION", vec![Vec3::ZERO, Vec3::X]),
        keys,
    )
}

/// The same by PBD, which is for triangles: two of the corners are pinned at one place, so there are two equal links.
fn pbd_spring(stiffness: f64) -> Scene {
    let mut triangle = Primitive::new(Mode::Triangles, vec![Vec3::ZERO, 1.5 * Vec3::X, Vec3::ZERO]);
    triangle.indices = vec![0, 1, 2];
    let triangle = triangle.vector(
        "_REST_POSITION",
        vec![Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y],
    );
    let mut document = Document::new();
    let mesh = document.mesh("Spring", [triangle]);
    document.add(Node::new("Spring").mesh(mesh).extras(json!({
        "pliant_body": "cloth",
        "pliant_pin": [0, 2],
        "pliant_particle_mass": 1,
        "pliant_model": "pbd",
        "pliant_stiffness": stiffness,
        "pliant_bend_model": "none",
        "pliant_self_collision": false,
    })));
    scene_of(&document)
}

/// The length after each of `steps` steps.
fn lengths(scene: &Scene, dt: f64, iterations: u32, steps: i32) -> Vec<f64> {
    let cut = Stepping {
        dt,
        gravity: 0.0,
        ..Stepping::new(1, iterations)
    };
    let mut world = World::new(scene, |s| cut.apply(s));
    let step = |_| {
        world.run(1);
        world.position(1).x
    };
    (0..steps).map(step).collect()
}

/// Implicit Euler of m ü = −u/α − βu̇ as a recursion of the stretch u.
fn implicit_euler(dt: f64, beta: f64) -> Vec<f64> {
    let (k, c) = (dt * dt / COMPLIANCE, beta * dt);
    let (mut before, mut now) = (0.5, 0.5);
    let step = |_| {
        (before, now) = (now, (2.0 * now - before + c * now) / (1.0 + k + c));
        1.0 + now
    };
    (0..STEPS).map(step).collect()
}

fn furthest(a: &[f64], b: &[f64]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max)
}

fn oscillates(dt: f64, beta: f64, wanted: &[f64]) {
    let scene = spring(beta);
    let first = lengths(&scene, dt, 1, STEPS);
    within(
        &format!("dt {dt:.4} β {beta}"),
        furthest(&first, wanted),
        0.0,
        1e-4,
    );
    for iterations in [5, 10, 100] {
        let spread = furthest(&first, &lengths(&scene, dt, iterations, STEPS));
        within(
            &format!("dt {dt:.4} β {beta}, {iterations} iterations"),
            spread,
            0.0,
            1e-6,
        );
    }
}

#[test]
fn v01_xpbd_is_implicit_euler_for_any_number_of_iterations() {
    if no_gpu() {
        return;
    }
    for row in reference("analytic")["oscillator"]
        .as_array()
        .expect("a row a dt")
    {
        let dt = number(&row["dt"]);
        let (period, decay) = (
            number(&row["T_discrete"]),
            number(&row["amp_factor_per_step"]),
        );
        let length = |n: i32| 1.0 + 0.5 * decay.powi(n) * (TAU * f64::from(n) * dt / period).cos();
        oscillates(dt, 0.0, &(1..=STEPS).map(length).collect::<Vec<_>>());
    }
}

#[test]
fn v01_rayleigh_damping_is_implicit_euler_too() {
    if no_gpu() {
        return;
    }
    for beta in [6.0, 30.0] {
        for dt in [1.0 / 60.0, 0.008, 0.001] {
            oscillates(dt, beta, &implicit_euler(dt, beta));
        }
    }
}

#[test]
fn v01_pbd_depends_on_iterations() {
    if no_gpu() {
        return;
    }
    // k = .1 in each iteration, as in the paper: the engine's own k is corrected by 1 − (1 − k)^(1/n).
    let run = |iterations: u32| {
        let scene = pbd_spring(1.0 - 0.9_f64.powf(0.5 * f64::from(iterations)));
        lengths(&scene, 1.0 / 60.0, iterations, 60)
    };
    let [one, five, ten] = [1, 5, 10].map(run);
    within("PBD, 1 and 5 iterations", furthest(&one, &five), 0.1, 2.0);
    within("PBD, 5 and 10 iterations", furthest(&five, &ten), 0.1, 2.0);
}

#[test]
fn v08_pbd_stiffness_is_corrected_for_iterations() {
    if no_gpu() {
        return;
    }
    for iterations in [1, 4, 10, 50] {
        let left = (lengths(&pbd_spring(0.3), 1.0 / 60.0, iterations, 1)[0] - 1.0) / 0.5;
        // Two links, each of which leaves as much.
        let of_each = left.sqrt();
        within(
            &format!("residual after {iterations} iterations"),
            of_each,
            0.7 - 1e-5,
            0.7 + 1e-5,
        );
    }
}
