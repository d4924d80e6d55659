//! Gravity fields: volumes with OMI_physics_gravity.

use glam::{DVec3, Quat, Vec3, Vec3Swizzles};
use pliant_scenes::{Channel, Document, Interpolation, Node, Shape, Track, shapes};
use pliant_tests::world::{World, merged, scene_of};
use serde_json::{Value, json};
use std::f64::consts::TAU;

/// A document without gravity of the world.
fn space() -> Document {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    document
}

/// Adds a small dynamic ball.
fn ball(document: &mut Document, name: &str, at: impl Into<Vec3>, motion: Value) {
    let shape = document.shape(Shape::Sphere { radius: 0.02 });
    let node = Node::new(name).at(at).collider(shape, None);
    document.add(node.motion(motion));
}

/// Adds a field in a sphere of this radius around the node.
fn around(document: &mut Document, node: Node, radius: f32, gravity: Value) -> usize {
    let volume = document.omi_shape(Shape::Sphere { radius });
    document.add(node.volume(volume).gravity(gravity))
}

/// Adds a uniform field in a cube of 0.8 m.
fn cell(document: &mut Document, at: [f32; 3], direction: [f32; 3], more: &Value) {
    let cube = document.omi_shape(Shape::Box {
        size: Vec3::splat(0.8),
    });
    let uniform =
        json!({ "type": "directional", "gravity": 2, "directional": { "direction": direction } });
    let gravity = merged(uniform, more);
    document.add(Node::new("Field").at(at).volume(cube).gravity(gravity));
}

fn position(world: &mut World, body: usize) -> DVec3 {
    DVec3::from(world.measure().bodies[body].com)
}

/// The acceleration of each body in a frame of 1 ms, m/s².
fn accelerations(document: &Document) -> Vec<DVec3> {
    let mut world = World::new(&scene_of(document), |settings| {
        (settings.fps, settings.substeps) = (1000.0, 4);
    });
    world.run(1);
    let bodies = world.measure().bodies;
    let acceleration = |velocity: [f64; 3]| DVec3::from(velocity) * 1000.0;
    bodies
        .iter()
        .map(|body| acceleration(body.velocity))
        .collect()
}

fn all_near(found: &[DVec3], wanted: &[[f64; 3]]) {
    assert_eq!(found.len(), wanted.len());
    for (i, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let off = found.distance(DVec3::from(*wanted));
        assert!(
            off < 2e-3,
            "body {i} has acceleration {found}, not {wanted:?}"
        );
    }
}

#[test]
fn an_orbit_around_a_point_has_the_period_of_kepler() {
    // 9.87 m/s² at 0.25 m gives a period of 1 s there.
    let (r0, r, g0) = (0.25_f64, 0.5_f64, 9.87_f64);
    let mut document = space();
    let planet = json!({ "type": "point", "gravity": g0, "point": { "unitDistance": r0 } });
    around(&mut document, Node::new("Sun"), 2.0, planet);
    let speed = (g0 * r0 * r0 / r).sqrt();
    let motion = json!({ "linearVelocity": [0, 0, speed] });
    ball(&mut document, "Planet", [r as f32, 0.0, 0.0], motion);
    let mut world = World::new(&scene_of(&document), |settings| settings.substeps = 10);
    let period = TAU * (r.powi(3) / (g0 * r0 * r0)).sqrt();
    let (mut angle, mut before) = (0.0, 0.0_f64);
    let mut closed = None;
    while closed.is_none() {
        world.run(1);
        let at = position(&mut world, 0);
        assert!((at.length() / r - 1.0).abs() < 0.01, "{at}");
        let now = at.z.atan2(at.x).rem_euclid(TAU);
        let step = (now - before).rem_euclid(TAU);
        if angle + step >= TAU {
            closed = Some(world.time() - (angle + step - TAU) / step / 60.0);
        }
        (angle, before) = (angle + step, now);
        assert!(world.time() < 2.0 * period);
    }
    let time = closed.expect("the orbit closes");
    assert!((time / period - 1.0).abs() < 0.01, "{time} s, not {period}");
}

#[test]
fn balls_that_fall_towards_a_point_gain_no_height() {
    let mut document = space();
    let pull = json!({ "type": "point", "gravity": 9.81, "point": { "unitDistance": 0.3 } });
    around(&mut document, Node::new("Point"), 5.0, pull);
    let filter = document.collision_filter(json!({ "collideWithSystems": ["none"] }));
    let shape = document.shape(Shape::Sphere { radius: 0.02 });
    for tangential in [0.0, 0.02, 0.05, 0.1] {
        let node = Node::new("Ball").at([0.3, 0.0, 0.0]).collider(shape, None);
        let motion = json!({ "linearVelocity": [0, tangential, 0] });
        document.add(node.filtered(filter).motion(motion));
    }
    let mut world = World::new(&scene_of(&document), |_| {});
    for _ in 0..30 {
        world.run(2);
        for body in world.measure().bodies {
            let distance = DVec3::from(body.com).length();
            assert!(
                distance < 1.4 * 0.3,
                "it fell from 0.3 m and is at {distance} m"
            );
        }
    }
}

#[test]
fn bodies_that_leave_a_volume_move_uniformly() {
    let mut document = space();
    let (inside, below) = ([0.0, 0.0, 0.0], [0.0, -1.0, 0.0]);
    cell(&mut document, inside, below, &json!({ "gravity": 8 }));
    ball(&mut document, "Ball", [0.0, 0.3, 0.0], json!({}));
    ball(&mut document, "Outside", [0.6, 0.0, 0.0], json!({}));
    let mut world = World::new(&scene_of(&document), |_| {});
    // 0.7 m to the bottom take 0.418 s.
    world.run(24);
    let falls = position(&mut world, 0);
    assert!((falls.y - (0.3 - 4.0 * 0.16)).abs() < 0.01, "{falls}");
    world.run(12);
    let metrics = world.measure();
    let (speed, time_outside) = ((2.0 * 8.0 * 0.7_f64).sqrt(), 0.6 - (1.4 / 8.0_f64).sqrt());
    let ball = &metrics.bodies[0];
    assert!(
        (ball.velocity[1] + speed).abs() < 0.03,
        "{:?}",
        ball.velocity
    );
    let height = -0.4 - speed * time_outside;
    assert!(
        (ball.com[1] - height).abs() < 0.02,
        "{:?}, not {height}",
        ball.com
    );
    assert_eq!(
        metrics.bodies[1].velocity, [0.0; 3],
        "the field acts outside its volume"
    );
}

#[test]
fn priorities_order_fields_and_the_world_comes_last() {
    let (x, y) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
    // For each cell its fields, and the acceleration that they and the gravity of the world, (0, 0, 1), give.
    let cells = [
        (vec![(x, json!({})), (y, json!({}))], [2.0, 2.0, 1.0]),
        (
            vec![(x, json!({ "replace": true })), (y, json!({}))],
            [2.0, 2.0, 1.0],
        ),
        (
            vec![(x, json!({})), (y, json!({ "replace": true }))],
            [0.0, 2.0, 1.0],
        ),
        (
            vec![
                (x, json!({})),
                (y, json!({ "replace": true, "priority": 1 })),
            ],
            [2.0, 2.0, 1.0],
        ),
        (
            vec![(x, json!({ "stop": true })), (y, json!({}))],
            [2.0, 0.0, 0.0],
        ),
        (
            vec![(x, json!({})), (y, json!({ "stop": true, "priority": 7 }))],
            [0.0, 2.0, 0.0],
        ),
        (
            vec![(x, json!({ "stop": true, "priority": -1 })), (y, json!({}))],
            [2.0, 2.0, 1.0],
        ),
        (
            vec![
                (x, json!({ "stop": true, "priority": -1 })),
                (y, json!({ "priority": -2 })),
            ],
            [2.0, 0.0, 1.0],
        ),
        (
            vec![(x, json!({ "gravity": -3 })), (y, json!({ "gravity": 0 }))],
            [-3.0, 0.0, 1.0],
        ),
        (vec![], [0.0, 0.0, 1.0]),
    ];
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 1]));
    for (i, (fields, _)) in (0_u8..).zip(&cells) {
        let at = [f32::from(i), 0.0, 0.0];
        for (direction, more) in fields {
            cell(&mut document, at, *direction, more);
        }
        ball(&mut document, "Ball", at, json!({}));
    }
    all_near(&accelerations(&document), &cells.map(|(_, wanted)| wanted));
}

#[test]
fn every_type_attracts_towards_its_nearest_point() {
    let mut document = space();
    let cube = document.omi_shape(Shape::Box {
        size: Vec3::splat(0.4),
    });
    let line = json!([-0.2, 0, 0, 0.2, 0, 0, 0.2, 0.2, 0]);
    let types = [
        ("point", json!({}), [0.3, 0.4, 0.0]),
        ("point", json!({ "unitDistance": 1 }), [0.0, 0.5, 0.0]),
        ("disc", json!({ "radius": 0.25 }), [0.1, 0.3, 0.0]),
        ("disc", json!({ "radius": 0.25 }), [0.55, -0.4, 0.0]),
        ("torus", json!({ "radius": 0.25 }), [0.0, 0.0, 0.15]),
        ("line", json!({ "points": line }), [-0.1, 0.0, 0.3]),
        ("line", json!({ "points": line }), [0.5, 0.5, 0.0]),
        ("shaped", json!({ "shape": cube }), [0.1, 0.0, -0.3]),
        (
            "shaped",
            json!({ "shape": cube, "unitDistance": 0.2 }),
            [0.5, 0.6, 0.0],
        ),
        ("shaped", json!({ "shape": cube }), [0.1, 0.1, 0.1]),
    ];
    let wanted = [
        [-1.2, -1.6, 0.0],
        [0.0, -8.0, 0.0],
        [0.0, -2.0, 0.0],
        [-1.2, 1.6, 0.0],
        [0.0, 0.0, 2.0],
        [0.0, 0.0, -2.0],
        [-2.0 * 0.5_f64.sqrt(), -2.0 * 0.5_f64.sqrt(), 0.0],
        [0.0, 0.0, 2.0],
        [-0.192, -0.256, 0.0],
        [0.0; 3],
    ];
    for (i, (kind, how, at)) in (0_u8..).zip(types) {
        let center = Vec3::new(0.0, 0.0, 3.0 * f32::from(i));
        // The field rotates with its node: X becomes −Z, Z becomes X.
        let turn = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
        let node = Node::new("Field").at(center).rotated(turn);
        let gravity = json!({ "type": kind, "gravity": 2, kind: how });
        around(&mut document, node, 1.0, gravity);
        ball(
            &mut document,
            "Ball",
            center + turn * Vec3::from(at),
            json!({}),
        );
    }
    let half = json!({ "gravityFactor": 0.5 });
    ball(&mut document, "Half", [0.0, -0.5, 0.0], half);
    let rotated = wanted.map(|[x, y, z]| [z, y, -x]);
    let all = [&rotated[..], &[[0.0, 1.0, 0.0]]].concat();
    all_near(&accelerations(&document), &all);
}

#[test]
fn volumes_are_shapes_meshes_and_compounds() {
    let mut document = space();
    let pull = || json!({ "type": "directional", "gravity": 2 });
    // The wall of the glass is the volume; its inside is not.
    let tube = document.mesh("Tube", [shapes::glass(0.3, 0.6, 0.1, 24)]);
    let node = Node::new("Glass")
        .mesh(tube)
        .trigger(json!({ "geometry": { "node": 0 } }));
    document.add(node.gravity(pull()));
    let block = document.mesh("Block", [shapes::cuboid(Vec3::splat(0.4))]);
    let hull = document.omi_mesh(block, true);
    let node = Node::new("Block")
        .at([3.0, 0.0, 0.0])
        .scaled(Vec3::new(-2.0, 1.0, 1.0));
    document.add(node.volume(hull).gravity(pull()));
    let small = document.shape(Shape::Sphere { radius: 0.2 });
    let both = Node::new("Both")
        .at([6.0, 0.0, 0.0])
        .trigger(json!({ "nodes": [3, 4] }));
    let both = document.add(both.gravity(pull()));
    for side in [-1.0, 1.0] {
        let part = Node::new("Part").at([side, 0.0, 0.0]);
        document.add_child(
            both,
            part.trigger(json!({ "geometry": { "shape": small } })),
        );
    }
    let positions = [
        ([0.25, 0.3, 0.0], true),
        ([0.0, 0.3, 0.0], false),
        ([3.35, 0.0, 0.1], true),
        ([3.0, 0.25, 0.0], false),
        ([4.9, 0.0, 0.1], true),
        ([7.1, 0.0, 0.0], true),
        ([6.0, 0.0, 0.0], false),
    ];
    for (at, _) in positions {
        ball(&mut document, "Ball", at, json!({}));
    }
    let wanted = positions.map(|(_, inside)| [0.0, if inside { -2.0 } else { 0.0 }, 0.0]);
    all_near(&accelerations(&document), &wanted);
}

/// A fixed cube of 0.6 m with a field around it, and six balls that fall on its sides.
fn cube_planet(gravity: Value) -> Document {
    let mut document = space();
    let size = Vec3::splat(0.6);
    let solid = document.shape(Shape::Box { size });
    let cube = document.omi_shape(Shape::Box { size });
    let grip = document.physics_material(0.8, 0.8, 0.0);
    document.add(Node::new("Cube").collider(solid, Some(grip)));
    let mut gravity = gravity;
    gravity["shaped"]["shape"] = cube.into();
    around(&mut document, Node::new("Field"), 2.0, gravity);
    let shape = document.shape(Shape::Sphere { radius: 0.05 });
    for side in SIDES {
        let node = Node::new("Ball").at(0.4 * Vec3::from(side) + 0.1 * Vec3::from(side).zxy());
        document.add(node.collider(shape, Some(grip)).motion(json!({})));
    }
    document
}

const SIDES: [[f32; 3]; 6] = [
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
];

#[test]
fn balls_rest_and_sleep_on_all_sides_of_a_cube() {
    let document = cube_planet(json!({ "type": "shaped", "gravity": 9.81, "shaped": {} }));
    let mut world = World::new(&scene_of(&document), |settings| settings.substeps = 10);
    world.run(60);
    let metrics = world.measure();
    for (body, side) in metrics.bodies.iter().zip(SIDES) {
        let wanted = 0.35 * Vec3::from(side) + 0.1 * Vec3::from(side).zxy();
        let off = DVec3::from(body.com).distance(wanted.as_dvec3());
        assert!(off < 2e-3, "a ball is at {:?}, not {wanted}", body.com);
    }
    assert_eq!(metrics.sleeping, Some(6));
}

#[test]
fn cloth_and_water_fall_towards_a_point() {
    let mut document = space();
    let pull = json!({ "type": "point", "gravity": 5, "point": {} });
    around(&mut document, Node::new("Point"), 3.0, pull);
    let sheet = document.mesh("Sheet", [shapes::grid(7, 7, 0.3, 0.3)]);
    let cloth = Node::new("Cloth").mesh(sheet).at([0.8, 0.0, 0.0]);
    document.add(cloth.extra("pliant_body", "cloth"));
    let block = document.mesh("Block", [shapes::cuboid(Vec3::splat(0.2))]);
    let water = Node::new("Water").mesh(block).at([0.0, 0.0, -0.8]);
    document.add(water.extras(json!({ "pliant_body": "fluid", "pliant_spacing": 0.05 })));
    let mut world = World::new(&scene_of(&document), |settings| settings.substeps = 10);
    world.run(18);
    let metrics = world.measure();
    // ½ g t² after 0.3 s, a little less because the pull is not parallel.
    for (body, left) in metrics.bodies.iter().zip([Vec3::X, Vec3::NEG_Z]) {
        let off = DVec3::from(body.com).distance((0.8 - 0.225) * left.as_dvec3());
        assert!(off < 0.012, "{} is at {:?}", body.name, body.com);
    }
    // Half a period is 2 √(2 · 0.8 m / 5 m/s²), and the water moves freely to the other side.
    world.run(50);
    let water = &world.measure().bodies[1];
    let off = DVec3::from(water.com).distance(DVec3::new(0.0, 0.0, 0.8));
    assert!(off < 0.05, "{water:?}");
}

/// Animates a node along X from 3 m away to `to` within a second.
fn animate_approach(document: &mut Document, node: usize, to: f32) {
    let track = vec![Vec3::new(to - 3.0, 0.0, 0.0), Vec3::new(to, 0.0, 0.0)];
    document.animation(
        "Comes",
        &[Channel {
            node,
            times: vec![1.0, 2.0],
            interpolation: Interpolation::Linear,
            track: Track::Translation(track),
        }],
    );
}

#[test]
fn an_approaching_field_wakes_and_moves_sleeping_bodies() {
    let mut document = Document::new();
    let floor = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(floor, None));
    ball(&mut document, "Ball", [0.0, 0.02, 0.0], json!({}));
    ball(&mut document, "Other", [0.0, 0.02, 2.0], json!({}));
    let lift = json!({ "type": "directional", "gravity": -12, "stop": true });
    let field = around(
        &mut document,
        Node::new("Lift").at([-3.0, 0.0, 0.0]),
        0.6,
        lift,
    );
    animate_approach(&mut document, field, 0.0);
    let mut world = World::new(&scene_of(&document), |settings| settings.substeps = 10);
    world.run(60);
    assert_eq!(world.measure().sleeping, Some(2));
    // The field reaches the ball after 1.8 s.
    world.run(46);
    let metrics = world.measure();
    assert_eq!(
        (metrics.sleeping, metrics.bodies[0].com[1] < 0.021),
        (Some(2), true)
    );
    world.run(8);
    let metrics = world.measure();
    // 0.1 s at 12 m/s², to a frame.
    let rise = metrics.bodies[0].com[1] - 0.02;
    assert!((0.04..0.08).contains(&rise), "it rose {rise} m");
    assert_eq!(metrics.sleeping, Some(1), "the other ball woke");
}

#[test]
fn a_planet_carries_its_field_and_does_not_pull_itself() {
    let mut document = space();
    let shape = document.shape(Shape::Sphere { radius: 0.2 });
    let node = Node::new("Planet").collider(shape, None);
    let motion = json!({ "linearVelocity": [1, 0, 0], "mass": 1000 });
    let planet = document.add(node.motion(motion));
    let volume = document.omi_shape(Shape::Sphere { radius: 1.0 });
    let pull = json!({ "type": "point", "gravity": 5, "point": { "unitDistance": 0.5 } });
    document.add_child(planet, Node::new("Field").volume(volume).gravity(pull));
    ball(
        &mut document,
        "Moon",
        [0.0, 0.5, 0.0],
        json!({ "linearVelocity": [1, 0, 0] }),
    );
    let mut world = World::new(&scene_of(&document), |settings| settings.substeps = 10);
    world.run(12);
    let (planet, moon) = (position(&mut world, 0), position(&mut world, 1));
    assert!(
        planet.distance(DVec3::new(0.2, 0.0, 0.0)) < 1e-4,
        "{planet}"
    );
    // x'' = −5 (0.5/x)² from rest at 0.5 m; its series after 0.2 s is 0.5 − ½·5 t² − (2·5²/0.5) t⁴/24.
    let height = 0.5 - 0.1 - 100.0 * 0.0016 / 24.0;
    let off = moon.distance(DVec3::new(0.2, height, 0.0));
    assert!(off < 3e-3, "{moon}, not at {height} m");
    world.run(60);
    let distance = position(&mut world, 0).distance(position(&mut world, 1));
    assert!(
        (distance - 0.22).abs() < 2e-3,
        "it lies {distance} m from the planet's centre"
    );
}
