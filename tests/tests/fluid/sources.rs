//! Emitters of fluids, and the removal of particles.

use glam::{DQuat, DVec3, Quat, Vec3};
use pliant_scenes::{Channel, Document, Interpolation, Node, Shape, Track, shapes};
use pliant_sim::FluidMetrics;
use pliant_tests::fluids::{tank, water};
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};
use std::f64::consts::FRAC_PI_2;

const GRAVITY: f64 = 9.81;

/// An emitter of four points that emits water at 5 m/s downwards.
fn spout(emit: &Value, kill_below: Option<f64>) -> Document {
    let mut document = water([2, 1, 2], 0.02, json!({"pliant_emit": emit}));
    document.add(Node::new("Above").at([0.0, 1.0, 0.0]));
    if let Some(level) = kill_below {
        document.extra("pliant_kill_below", level);
    }
    document
}

fn world(document: &Document) -> World {
    World::new(&scene_of(document), |settings| {
        (settings.substeps, settings.iterations) = (4, 1);
    })
}

fn fluid(world: &mut World) -> FluidMetrics {
    world.body().fluid.expect("a fluid")
}

#[test]
fn an_emitter_follows_its_rate_and_duration() {
    let emit = json!({"rate": 250, "velocity": [0, -5, 0], "duration": 0.3});
    let mut world = world(&spout(&emit, None));
    let start = world.body();
    assert_eq!((start.kinetic_energy, start.momentum), (0.0, [0.0; 3]));
    let mass = 0.02_f64.powi(3) * 1000.0;
    for frame in [1_u32, 10, 17] {
        world.run(frame - u32::try_from(world.frame()).unwrap());
        // One particle at t = 0, then one every 4 ms.
        let times: Vec<f64> = (0..)
            .map(|k| f64::from(k) / 250.0)
            .take_while(|t| *t <= (f64::from(frame) - 0.25) / 60.0 + 1e-9)
            .collect();
        let out = times.len() as u64;
        assert_eq!(fluid(&mut world).pending, 75 - out, "frame {frame}");
        // They fall freely: no slower particle is in the way.
        let fallen = |t: f64| 5.0 + GRAVITY * (world.time() - t);
        let momentum: f64 = times.iter().map(|t| mass * fallen(*t)).sum();
        let found = -world.body().momentum[1];
        // Gravity acts from the next substep on.
        assert!((found / momentum - 1.0).abs() < 0.01, "{found} {momentum}");
    }
    world.run(10);
    let end = fluid(&mut world);
    assert_eq!((end.pending, end.removed, end.leaked), (0, 0, 0));
    assert_eq!(world.particles().expect("a device").present, vec![true; 75]);
    let low = DVec3::from(world.body().aabb[0]);
    world.reset().expect("a device");
    assert_eq!(
        world.particles().expect("a device").present,
        vec![false; 75]
    );
    world.run(27);
    assert_eq!(
        low,
        DVec3::from(world.body().aabb[0]),
        "the run after a reset differs"
    );
}

#[test]
fn an_emitter_follows_its_node() {
    // On an arm that rotates by a right angle in a second and moves along X, without gravity.
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    let spout = document.mesh("Spout", [shapes::points([1, 1, 1], 0.02)]);
    let arm = document.add(Node::new("Arm").at([0.0, 1.0, 0.0]));
    let spout = Node::new("Water").mesh(spout).at([0.1, 0.0, 0.0]);
    let spout = spout.extras(json!({
        "pliant_body": "fluid", "pliant_spacing": 0.02, "pliant_viscosity": 0,
        "pliant_emit": {"rate": 70, "velocity": [0, -3, 0], "limit": 60}}));
    document.add_child(arm, spout);
    let channel = |track| Channel {
        node: arm,
        times: vec![0.0, 1.0],
        interpolation: Interpolation::Linear,
        track,
    };
    let quarter = Quat::from_rotation_z(FRAC_PI_2 as f32);
    let tracks = [
        Track::Translation(vec![Vec3::Y, Vec3::new(2.0, 1.0, 0.0)]),
        Track::Rotation(vec![Quat::IDENTITY, quarter]),
    ];
    document.animation("Arm swings", &tracks.map(channel));
    let mut world = world(&document);
    world.run(45);
    let found = world.particles().expect("a device");
    for k in 0..50_u32 {
        let time = f64::from(k) / 70.0;
        let turn = DQuat::from_rotation_z(FRAC_PI_2 * time);
        let arm = turn * DVec3::new(0.1, 0.0, 0.0);
        let carried = DVec3::new(2.0, 0.0, 0.0) + FRAC_PI_2 * DVec3::Z.cross(arm);
        let speed = turn * DVec3::new(0.0, -3.0, 0.0) + carried;
        let position = DVec3::new(2.0 * time, 1.0, 0.0) + arm + (0.75 - time) * speed;
        let own = |x: &[[f32; 3]]| Vec3::from(x[k as usize]).as_dvec3();
        let off = own(&found.velocities).distance(speed);
        // Within a substep its path is straight.
        assert!(off < 2e-3, "particle {k}: {off} m/s");
        let off = own(&found.positions).distance(position);
        assert!(off < 2e-3, "particle {k}: {off} m");
    }
}

#[test]
fn particles_below_a_level_are_removed() {
    let emit = json!({"rate": 250, "velocity": [0, -5, 0], "limit": 60});
    let mut world = world(&spout(&emit, Some(-1.0)));
    world.run(15);
    let half = fluid(&mut world);
    assert_eq!(half.pending, 0);
    // Falling 1 m at 5 m/s takes 0.17 s: particles emitted in the first 0.08 s are removed.
    assert!((15..25).contains(&half.removed), "{half:?}");
    assert_eq!(half.leaked, half.removed);
    let present = world.particles().expect("a device").present;
    let removed = present.iter().filter(|present| !**present).count();
    assert_eq!(removed as u64, half.removed);
    let mass = 0.02_f64.powi(3) * 1000.0;
    let speed = -world.body().momentum[1] / (mass * (60 - removed) as f64);
    assert!((5.0..8.0).contains(&speed), "{speed}");
    world.run(15);
    let body = world.body();
    assert_eq!(fluid(&mut world).removed, 60);
    assert_eq!((body.kinetic_energy, body.aabb), (0.0, [[0.0; 3]; 2]));
}

#[test]
fn particles_beside_the_floor_count_as_leaked() {
    // Half of the water is beyond the edge of a table.
    let mut document = water([8, 4, 8], 0.02, json!({}));
    let shape = document.shape(Shape::Box {
        size: Vec3::new(0.16, 0.1, 0.6),
    });
    let table = Node::new("Table").at([0.0, -0.05, 0.08]);
    document.add(table.collider(shape, None));
    let mut world = world(&document);
    world.run(1);
    assert_eq!(fluid(&mut world).leaked, 4 * 4 * 8);
    let mut held = water([8, 4, 8], 0.02, json!({}));
    tank(&mut held, Vec3::new(0.16, 0.2, 0.16), json!({}));
    let mut held = self::world(&held);
    held.run(30);
    assert_eq!(fluid(&mut held).leaked, 0);
}

#[test]
fn an_emitter_fills_a_tank_with_both_solvers() {
    for solver in [
        pliant_scene::Solver::GaussSeidel,
        pliant_scene::Solver::Jacobi,
    ] {
        let nozzle = shapes::points([4, 1, 4], 0.02);
        let mut document = Document::new();
        let nozzle = document.mesh("Nozzle", [nozzle]);
        document.add(
            Node::new("Water")
                .mesh(nozzle)
                .at([0.05, 0.2, 0.05])
                .extras(json!({
            "pliant_body": "fluid", "pliant_friction": 0,
            "pliant_emit": {"rate": 800, "velocity": [0, -1, 0], "limit": 216}})),
        );
        tank(
            &mut document,
            Vec3::new(0.12, 0.4, 0.12),
            json!({"pliant_friction": 0}),
        );
        let mut world = World::new(&scene_of(&document), |settings| {
            (settings.substeps, settings.iterations) = (10, 2);
            settings.solver = solver;
        });
        world.run(90);
        let body = world.body();
        let found = body.fluid.expect("a fluid");
        assert_eq!((found.pending, found.leaked), (0, 0));
        // The water is 0.12 m high: 216 particles are a cube with 6 on each side.
        assert!((body.com[1] - 0.06).abs() < 0.006, "{:?}", body.com);
        assert!(found.density_error.mean < 0.02, "{found:?}");
    }
}
