//! V10: volume, pressure and skin tension of an inflated balloon.

use glam::DVec3;
use pliant_scene::{Scene, Solver};
use pliant_scenes::{Document, Node, ball};
use pliant_sim::Settings;
use pliant_tests::bodies::Stepping;
use pliant_tests::reference::near;
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};
use std::f64::consts::PI;

const COMPLIANCE: f64 = 1e-3;

/// An icosphere of 162 particles of 10 g with a radius of 1 m at `at`; `keys` override its properties.
fn balloon(at: DVec3, keys: Value) -> Scene {
    let mut document = Document::new();
    let mesh = document.mesh("Balloon", [ball::icosphere(1.0, 2)]);
    let plain = json!({
        "pliant_body": "balloon",
        "pliant_particle_mass": 0.01,
        "pliant_stretch_compliance": COMPLIANCE,
        "pliant_bend_model": "none",
        "pliant_pressure": 1.5,
        "pliant_air_drag": 5,
        "pliant_self_collision": false,
    });
    let node = Node::new("Balloon").at(at.as_vec3()).mesh(mesh);
    document.add(node.extras(plain).extras(keys));
    scene_of(&document)
}

fn floating(settings: &mut Settings, substeps: u32, solver: Solver) {
    let stepping = Stepping {
        gravity: 0.0,
        ..Stepping::new(substeps, 1)
    };
    stepping.apply(settings);
    settings.solver = solver;
}

/// The state of a balloon at rest.
struct Inflated {
    /// Volume over that at rest.
    volume: f64,
    /// Pressure, Pa.
    pressure: f64,
    /// Virial Σ T l over 3 p V, with tensions T from λ, and from the lengths of links.
    virials: [f64; 2],
}

/// Inflates a balloon until it is at rest.
fn inflated(substeps: u32, solver: Solver, at: DVec3) -> Inflated {
    let scene = balloon(at, json!({}));
    let mut world = World::new(&scene, |s| floating(s, substeps, solver));
    let rest = world.body().volume.expect("a closed body");
    world.run(300);
    let body = world.body();
    let (volume, pressure) = (
        body.volume.expect("a closed body"),
        body.pressure.expect("a balloon"),
    );
    let positions = world.positions();
    let position = |i: u32| DVec3::from(positions[i as usize].map(f64::from));
    let tensions = world.tensions().expect("a device");
    assert_eq!(tensions.len(), 480);
    let mut sums = [0.0; 2];
    for link in tensions {
        let length = position(link.particles[0]).distance(position(link.particles[1]));
        sums[0] += link.tension * length;
        sums[1] += (length - link.rest) / COMPLIANCE * length;
    }
    Inflated {
        volume: volume / rest,
        pressure,
        virials: sums.map(|sum| sum / (3.0 * pressure * volume)),
    }
}

#[test]
fn v10_pressure_and_tension_balance() {
    // With many substeps the pressure is 390 Pa; it would be 392.8 Pa if all links had the same strain.
    for (substeps, pressure, tolerance, lengths) in
        [(20, 361.6, 0.03, 0.08), (100, 390.0, 0.02, 0.005)]
    {
        let found = inflated(substeps, Solver::GaussSeidel, DVec3::ZERO);
        let what = |part: &str| format!("{substeps} substeps: {part}");
        near(&what("volume"), found.volume, 1.5, 1e-4);
        near(&what("virial by λ"), found.virials[0], 1.0, 0.01);
        near(&what("virial by length"), found.virials[1], 1.0, lengths);
        near(&what("pressure"), found.pressure, pressure, tolerance);
    }
}

#[test]
fn balloons_are_the_same_with_jacobi_and_far_from_the_origin() {
    for (solver, at) in [
        (Solver::Jacobi, DVec3::ZERO),
        (Solver::GaussSeidel, DVec3::new(100.0, 0.0, -50.0)),
    ] {
        let found = inflated(20, solver, at);
        near("volume", found.volume, 1.5, 2e-4);
        near("virial by λ", found.virials[0], 1.0, 0.01);
        near("pressure", found.pressure, 375.0, 0.05);
    }
}

/// A compliant volume has the pressure p = (V₁ − V)/α.
#[test]
fn a_compliant_volume_has_the_pressure_of_its_deficit() {
    let compliance = 1e-3;
    let scene = balloon(
        DVec3::ZERO,
        json!({ "pliant_volume_compliance": compliance }),
    );
    let mut world = World::new(&scene, |s| floating(s, 20, Solver::GaussSeidel));
    let rest = world.body().volume.expect("a closed body");
    near("volume at rest", rest, 4.0 / 3.0 * PI, 0.1);
    world.run(300);
    let body = world.body();
    let (volume, pressure) = (
        body.volume.expect("closed"),
        body.pressure.expect("a balloon"),
    );
    near(
        "volume deficit",
        1.5 * rest - volume,
        compliance * pressure,
        0.001,
    );
    let links: f64 = world
        .tensions()
        .expect("a device")
        .iter()
        .map(|link| 0.5 * COMPLIANCE * link.tension.powi(2))
        .sum();
    let gas = 0.5 * compliance * pressure.powi(2);
    near("elastic energy", body.elastic_energy, links + gas, 1e-4);
}

/// The force of a hanging balloon on its pins is its weight, for any pressure.
#[test]
fn pins_carry_the_weight_of_a_pressurized_balloon() {
    let scene = balloon(
        DVec3::ZERO,
        json!({ "pliant_pin": "top", "pliant_pressure": 1.05, "pliant_air_drag": 20 }),
    );
    let mut world = World::new(&scene, |s| Stepping::new(20, 1).apply(s));
    world.run(300);
    let force = DVec3::from(world.body().pin_force.expect("pins"));
    let pins = f64::from(world.summary().bodies[0].pinned);
    near("pull", -force.y, (162.0 - pins) * 0.01 * 9.81, 0.01);
}
