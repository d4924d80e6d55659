//! Aerodynamic forces on sheets, compared with closed forms.

use glam::DVec3;
use pliant_scenes::{Document, Node, shapes};
use pliant_tests::bodies::Stepping;
use pliant_tests::reference::{near, within};
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

/// A sheet of 1 m² in a wind, m/s, simulated with 20 substeps.
fn sheet(upright: bool, wind: [f64; 3], gravity: f64, keys: Value) -> World {
    let mut document = Document::new();
    document.extra("pliant_wind", json!(wind));
    let grid = shapes::grid(9, 9, 1.0, 1.0);
    let mesh = document.mesh("Sheet", [if upright { grid.upright() } else { grid }]);
    let plain = json!({ "pliant_body": "cloth", "pliant_bend_model": "none", "pliant_self_collision": false });
    document.add(Node::new("Sheet").mesh(mesh).extras(plain).extras(keys));
    let stepping = Stepping {
        gravity,
        ..Stepping::new(20, 1)
    };
    World::new(&scene_of(&document), |s| stepping.apply(s))
}

/// The terminal velocity of a plate that falls flat is that of ½ρ C_N A v² = m g.
#[test]
fn a_flat_sheet_reaches_its_terminal_velocity() {
    let mut world = sheet(false, [0.0; 3], 9.81, json!({ "pliant_density": 0.2 }));
    world.run(120);
    let wanted = (2.0 * 0.2 * 9.81 / (1.2 * 1.17_f64)).sqrt();
    near("speed", -world.body().velocity[1], wanted, 0.005);
}

/// The wind accelerates a plate across it: v = U − U/(1 + U t/l), l = 2m/(ρ C_N A). A light plate reaches the speed of the wind at
/// once, and does not exceed it.
#[test]
fn wind_accelerates_sheets_at_most_to_its_speed() {
    let mut heavy = sheet(true, [0.0, 0.0, 6.0], 0.0, json!({ "pliant_density": 0.5 }));
    heavy.run(30);
    let wanted = 6.0 - 6.0 / (1.0 + 6.0 * 0.5 * 1.2 * 1.17 / (2.0 * 0.5));
    near("speed", heavy.body().velocity[2], wanted, 0.005);
    let mut light = sheet(
        true,
        [0.0, 0.0, 40.0],
        0.0,
        json!({ "pliant_density": 1e-4 }),
    );
    for _ in 0..5 {
        light.run(1);
        within("speed", light.body().velocity[2], 36.0, 40.0001);
    }
}

#[test]
fn still_air_only_removes_energy() {
    let mut world = sheet(false, [0.0; 3], 9.81, json!({ "pliant_pin": "left" }));
    let energy = |world: &mut World| {
        let body = world.body();
        body.kinetic_energy + body.potential_energy
    };
    let mut last = energy(&mut world);
    for _ in 0..60 {
        world.run(1);
        let now = energy(&mut world);
        assert!(now <= last + 1e-4, "{now} J after {last} J");
        last = now;
    }
}

#[test]
fn a_flag_streams_downwind() {
    let keys = json!({ "pliant_pin": "left", "pliant_density": 0.1, "pliant_links": "grid", "pliant_shear_compliance": 1e-3 });
    let mut world = sheet(true, [0.0, 0.0, 12.0], 9.81, keys);
    world.run(120);
    let mut mean = DVec3::ZERO;
    for _ in 0..30 {
        world.run(1);
        mean += DVec3::from(world.body().com) / 30.0;
    }
    within("downwind", mean.z, 0.35, 0.5);
    within("across", mean.x, -0.55, -0.3);
    let mut hanging = sheet(
        true,
        [0.0; 3],
        9.81,
        json!({ "pliant_pin": "left", "pliant_density": 0.1 }),
    );
    hanging.run(150);
    within("in still air", hanging.body().com[2], -0.01, 0.01);
}
