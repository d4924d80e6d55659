//! V01 and V08: one link oscillates; XPBD equals implicit Euler and PBD does not.

use glam::{DVec3, Vec3};
use pliant_scene::Scene;
use pliant_scenes::{Document, Mode, Node, Primitive, shapes};
use pliant_tests::bodies::{Stepping, rope};
use pliant_tests::reference::{number, reference, within};
use pliant_tests::world::{World, scene_of};
use serde_json::json;
use std::f64::consts::TAU;

const COMPLIANCE: f64 = 1e-3;
const STEPS: i32 = 300;

/// A link of 1 m rest length, stretched to 1.5 m; its free end has a mass of 1 kg.
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

/// The same with PBD, which needs triangles: two corners are pinned at one position, so there are two equal links.
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
    let stepping = Stepping {
        dt,
        gravity: 0.0,
        ..Stepping::new(1, iterations)
    };
    let mut world = World::new(scene, |s| stepping.apply(s));
    let step = |_| {
        world.run(1);
        world.position(1).x
    };
    (0..steps).map(step).collect()
}

/// Lengths by implicit Euler of m ü = −u/α − βu̇, as a recursion of the stretch u.
fn implicit_euler(dt: f64, beta: f64) -> Vec<f64> {
    let (k, c) = (dt * dt / COMPLIANCE, beta * dt);
    let (mut before, mut now) = (0.5, 0.5);
    let step = |_| {
        (before, now) = (now, (2.0 * now - before + c * now) / (1.0 + k + c));
        1.0 + now
    };
    (0..STEPS).map(step).collect()
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max)
}

/// Compares lengths with the wanted ones, and for several numbers of iterations.
fn assert_oscillation(dt: f64, beta: f64, wanted: &[f64]) {
    let scene = spring(beta);
    let first = lengths(&scene, dt, 1, STEPS);
    within(
        &format!("dt {dt:.4} β {beta}"),
        largest_difference(&first, wanted),
        0.0,
        1e-4,
    );
    for iterations in [5, 10, 100] {
        let difference = largest_difference(&first, &lengths(&scene, dt, iterations, STEPS));
        within(
            &format!("dt {dt:.4} β {beta}, {iterations} iterations"),
            difference,
            0.0,
            1e-6,
        );
    }
}

#[test]
fn v01_xpbd_is_implicit_euler_for_any_number_of_iterations() {
    for row in reference("analytic")["oscillator"]
        .as_array()
        .expect("a row for each dt")
    {
        let dt = number(&row["dt"]);
        let (period, decay) = (
            number(&row["T_discrete"]),
            number(&row["amp_factor_per_step"]),
        );
        let length = |n: i32| 1.0 + 0.5 * decay.powi(n) * (TAU * f64::from(n) * dt / period).cos();
        assert_oscillation(dt, 0.0, &(1..=STEPS).map(length).collect::<Vec<_>>());
    }
}

#[test]
fn v01_rayleigh_damping_is_implicit_euler_too() {
    for beta in [6.0, 30.0] {
        for dt in [1.0 / 60.0, 0.008, 0.001] {
            assert_oscillation(dt, beta, &implicit_euler(dt, beta));
        }
    }
}

#[test]
fn v01_pbd_depends_on_iterations() {
    // k = 0.1 in each iteration, as in the paper. The engine corrects its k by 1 − (1 − k)^(1/n), which this inverts.
    let run = |iterations: u32| {
        let scene = pbd_spring(1.0 - 0.9_f64.powf(0.5 * f64::from(iterations)));
        lengths(&scene, 1.0 / 60.0, iterations, 60)
    };
    let [one, five, ten] = [1, 5, 10].map(run);
    within(
        "PBD, 1 and 5 iterations",
        largest_difference(&one, &five),
        0.1,
        2.0,
    );
    within(
        "PBD, 5 and 10 iterations",
        largest_difference(&five, &ten),
        0.1,
        2.0,
    );
}

#[test]
fn v08_pbd_stiffness_is_corrected_for_iterations() {
    for iterations in [1, 4, 10, 50] {
        let remaining = (lengths(&pbd_spring(0.3), 1.0 / 60.0, iterations, 1)[0] - 1.0) / 0.5;
        // Both links leave the same factor.
        let of_each = remaining.sqrt();
        within(
            &format!("residual after {iterations} iterations"),
            of_each,
            0.7 - 1e-5,
            0.7 + 1e-5,
        );
    }
}
