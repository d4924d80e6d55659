//! V14, V17, V18 and V19 for rigid bodies: free rotation, slopes, bounces, rows of balls and towers.

use glam::{DVec3, Quat, Vec3};
use pliant_scene::Solver;
use pliant_scenes::{Document, Node, Shape};
use pliant_sim::BodyMetrics;
use pliant_tests::momenta::momenta;
use pliant_tests::reference::{near, within, zero_crossings};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

const G: f64 = 9.81;
const SOLVERS: [Solver; 2] = [Solver::GaussSeidel, Solver::Jacobi];

/// A simulation of a document with the settings of its scene.
fn world(document: &Document) -> World {
    World::new(&scene_of(document), |_| {})
}

/// A principal axis of the body, in world coordinates.
fn axis(body: &BodyMetrics, axis: DVec3) -> DVec3 {
    let [x, y, z, w] = body.rotation.expect("a rigid body");
    glam::DQuat::from_xyzw(x, y, z, w) * axis
}

#[test]
fn a_free_body_flips_on_time_and_conserves_momentum_and_energy() {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    document.add(Node::new("Nut").motion(json!({
        "mass": 1, "inertiaDiagonal": [1, 2, 3], "angularVelocity": [0.01, 5, 0.01]})));
    let mut world = world(&document);
    let start = world.body();
    let momentum = DVec3::from(start.angular_momentum);
    let mut spins = Vec::new();
    for _ in 0..=600 {
        let body = world.body();
        spins.push(
            DVec3::from(body.angular_velocity.expect("a rigid body")).dot(axis(&body, DVec3::Y)),
        );
        world.run(1);
    }
    let zeros = zero_crossings(&spins, 1.0 / 60.0);
    assert_eq!(zeros.len(), 2, "{zeros:?}");
    within("first flip", zeros[0], 2.7411 - 0.01, 2.7411 + 0.01);
    within("second flip", zeros[1], 7.7670 - 0.01, 7.7670 + 0.01);
    let end = world.body();
    let drift = (DVec3::from(end.angular_momentum) - momentum).length() / momentum.length();
    within("momentum", drift, 0.0, 5e-4);
    near("energy", end.kinetic_energy, start.kinetic_energy, 5e-4);
}

/// A rigid body on a slope through the origin that descends along +X; both have the friction μ.
fn on_slope(degrees: f64, shape: Shape, height: f32, friction: f64) -> Document {
    let turn = Quat::from_rotation_z(-degrees.to_radians() as f32);
    let mut document = Document::new();
    let grip = document.physics_material(friction as f32, friction as f32, 0.0);
    let plane = document.shape(Shape::Plane);
    document.add(Node::new("Slope").rotated(turn).collider(plane, Some(grip)));
    let shape = document.shape(shape);
    let position = turn * Vec3::new(0.0, height, 0.0);
    let node = Node::new("Body")
        .at(position)
        .rotated(turn)
        .collider(shape, Some(grip));
    document.add(node.motion(json!({})));
    document
}

/// The coordinate of the body downhill, m.
fn downhill(world: &mut World, degrees: f64) -> f64 {
    let slope = degrees.to_radians();
    DVec3::new(slope.cos(), -slope.sin(), 0.0).dot(DVec3::from(world.body().com))
}

#[test]
fn balls_roll_and_slip_on_slopes() {
    let ball = Shape::Sphere { radius: 0.5 };
    for (degrees, friction, acceleration) in [(20.0, 0.6, 2.39658), (50.0, 0.2, 6.25375)] {
        let mut world = world(&on_slope(degrees, ball, 0.5, friction));
        world.run(60);
        let distance = downhill(&mut world, degrees);
        near("acceleration", 2.0 * distance, acceleration, 0.01);
    }
}

#[test]
fn boxes_stick_and_slide_on_slopes() {
    let cube = Shape::Box {
        size: Vec3::splat(0.5),
    };
    let mut sticking = world(&on_slope(25.5, cube, 0.25, 0.5));
    sticking.run(300);
    within("held", downhill(&mut sticking, 25.5), -1e-3, 1e-3);
    let mut sliding = world(&on_slope(27.6, cube, 0.25, 0.5));
    sliding.run(180);
    let slope = 27.6_f64.to_radians();
    let acceleration = G * (slope.sin() - 0.5 * slope.cos());
    near(
        "slide",
        2.0 * downhill(&mut sliding, 27.6) / 9.0,
        acceleration,
        0.02,
    );
}

#[test]
fn friction_stops_a_sliding_box() {
    let size = Vec3::new(0.5, 0.2, 0.5);
    let mut document = on_slope(0.0, Shape::Box { size }, 0.1, 0.4);
    document.extra("pliant_gravity", json!([0, -G, 0]));
    let mut scene = scene_of(&document);
    scene.rigids[0].velocity = Vec3::new(5.0, 0.0, 0.0);
    let mut world = World::new(&scene, |_| {});
    world.run(30);
    let half = world.body().velocity[0];
    world.run(30);
    let one = world.body().velocity[0];
    near(
        "stopping time",
        0.5 + 0.5 * half / (half - one),
        1.27421,
        0.01,
    );
    world.run(60);
    near("stopping distance", world.body().com[0], 3.18552, 0.01);
    within(
        "speed",
        DVec3::from(world.body().velocity).length(),
        0.0,
        1e-3,
    );
}

#[test]
fn a_ball_bounces_to_the_heights_of_its_restitution() {
    for solver in SOLVERS {
        let mut document = Document::new();
        let rubber = document.physics_material(0.0, 0.0, 0.7);
        let plane = document.shape(Shape::Plane);
        document.add(Node::new("Floor").collider(plane, Some(rubber)));
        let ball = document.shape(Shape::Sphere { radius: 0.1 });
        let node = Node::new("Ball")
            .at([0.0, 1.1, 0.0])
            .collider(ball, Some(rubber));
        document.add(node.motion(json!({})));
        let mut world = World::new(&scene_of(&document), |settings| {
            settings.solver = solver;
            settings.fps = 240.0;
            settings.substeps = 5;
        });
        let (mut heights, mut impact) = (Vec::new(), None);
        for frame in 1..=480 {
            world.run(1);
            let body = world.body();
            heights.push(body.com[1] - 0.1);
            if body.velocity[1] > 0.0 {
                impact = impact.or(Some(f64::from(frame) / 240.0));
            }
        }
        let peak = |w: &[f64]| w[1] >= w[0] && w[1] > w[2] && w[1] > 0.02;
        let peaks: Vec<f64> = heights
            .windows(3)
            .filter(|w| peak(w))
            .map(|w| w[1])
            .collect();
        for (found, expected) in peaks.iter().zip([0.490, 0.2401, 0.11765]) {
            within("peak", found - expected, -0.02, 0.02);
        }
        assert!(peaks.len() >= 3, "{peaks:?}");
        // The impact is detected at the end of its frame.
        let impact = impact.expect("it falls") - 0.451524;
        within("first impact", impact, -1e-3, 1.0 / 240.0 + 1e-3);
    }
}

/// A row of touching balls of 0.2 m without friction and gravity. The first `moving` balls start `gap` m before it at 1 m/s.
fn row(balls: u32, moving: u32, gap: f32) -> World {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    let steel = document.physics_material(0.0, 0.0, 1.0);
    let shape = document.shape(Shape::Sphere { radius: 0.1 });
    for i in 0..balls {
        let moves = i < moving;
        let x = 0.2 * i as f32 - if moves { gap } else { 0.0 };
        let node = Node::new(&format!("Ball{i}"))
            .at([x, 0.0, 0.0])
            .collider(shape, Some(steel));
        let speed = if moves { 1.0 } else { 0.0 };
        document.add(node.motion(json!({"linearVelocity": [speed, 0, 0]})));
    }
    world(&document)
}

/// Kinetic and potential energy of all bodies, J.
fn energy(bodies: &[BodyMetrics]) -> f64 {
    let of = |b: &BodyMetrics| b.kinetic_energy + b.potential_energy;
    bodies.iter().map(of).sum()
}

/// Simulates frames, and fails where energy grows by more than 0.5 % of its initial value.
fn assert_energy_falls(world: &mut World, frames: u32) {
    let start = energy(&world.measure().bodies);
    let mut least = start;
    for frame in 0..frames {
        world.run(1);
        let now = energy(&world.measure().bodies);
        assert!(
            now - least < 5e-3 * start,
            "frame {frame}: {least} J grew to {now} J"
        );
        least = least.min(now);
    }
}

/// Spinning bodies of several shapes that fly towards each other.
fn swarm() -> Document {
    let mut document = Document::new();
    let grip = document.physics_material(0.5, 0.5, 0.3);
    let shapes = [
        Shape::Sphere { radius: 0.2 },
        Shape::Box {
            size: Vec3::new(0.5, 0.3, 0.4),
        },
        Shape::capsule(0.4, 0.15),
    ];
    for i in 0..8_u8 {
        let bit = |k: u8| if i >> k & 1 == 0 { -0.5 } else { 0.5 };
        let at = Vec3::new(bit(0), bit(1), bit(2) + 0.1 * f32::from(i));
        let shape = document.shape(shapes[usize::from(i) % shapes.len()]);
        let node = Node::new(&format!("Body{i}")).at(at);
        document.add(node.collider(shape, Some(grip)).motion(json!({
            "linearVelocity": (Vec3::new(0.2, 0.0, 0.0) - 1.5 * at).to_array(),
            "angularVelocity": [1.0, 0.5 * f64::from(i), -1.0]})));
    }
    document
}

#[test]
fn collisions_in_free_flight_conserve_momentum() {
    let mut document = swarm();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    let mut world = world(&document);
    let start = world.measure().bodies;
    assert_energy_falls(&mut world, 90);
    world.run(510);
    let end = world.measure().bodies;
    let lost = 1.0 - energy(&end) / energy(&start);
    within("fraction of the energy lost", lost, 0.2, 0.9);
    let [before, after] = [momenta(&start), momenta(&end)];
    for (what, i) in [("momentum", 0), ("angular momentum", 1)] {
        let drift = after[i].distance(before[i]) / before[i].length();
        within(what, drift, 0.0, 1e-4);
    }
}

#[test]
fn a_heap_only_loses_energy() {
    let mut document = swarm();
    let plane = document.shape(Shape::Plane);
    document.add(
        Node::new("Floor")
            .at([0.0, -1.5, 0.0])
            .collider(plane, None),
    );
    assert_energy_falls(&mut world(&document), 120);
}

/// A tower of cubes of half a metre with these masses, kg.
fn tower(masses: &[f64]) -> Document {
    let mut document = Document::new();
    let grip = document.physics_material(0.5, 0.5, 0.0);
    let plane = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(plane, Some(grip)));
    for (i, mass) in masses.iter().enumerate() {
        let cube = document.shape(Shape::Box {
            size: Vec3::splat(0.5),
        });
        let node = Node::new(&format!("Cube{i}")).at([0.0, 0.25 + 0.5 * i as f32, 0.0]);
        document.add(
            node.collider(cube, Some(grip))
                .motion(json!({ "mass": mass })),
        );
    }
    document
}

#[test]
fn v19_towers_stand() {
    let heavy = [1.0, 1.0, 1.0, 1.0, 1.0, 100.0];
    for (masses, loss) in [(&[1.0; 10][..], 1e-3), (&heavy, 1e-2)] {
        let mut world = world(&tower(masses));
        let top = |world: &mut World| DVec3::from(world.measure().bodies[masses.len() - 1].com);
        let start = top(&mut world);
        world.run(300);
        let mut squares = Vec::new();
        for _ in 0..30 {
            world.run(10);
            let bodies = world.measure().bodies;
            let speed = |b: &BodyMetrics| DVec3::from(b.velocity).length_squared();
            squares.extend(bodies.iter().map(speed));
        }
        let off = top(&mut world) - start;
        within("drift of the top", off.x.hypot(off.z), 0.0, 1e-3);
        within("height lost", -off.y / (start.y + 0.25), -1e-4, loss);
        let mean = squares.iter().sum::<f64>() / squares.len() as f64;
        within("speed", mean.sqrt(), 0.0, 1e-3);
    }
}

#[test]
fn an_impulse_travels_through_a_row_of_balls() {
    for (balls, moving) in [(3, 1), (5, 1), (5, 2)] {
        let mut world = row(balls, moving, 0.1);
        let [start, _] = momenta(&world.measure().bodies);
        world.run(60);
        let bodies = world.measure().bodies;
        let speeds: Vec<f64> = bodies.iter().map(|b| b.velocity[0]).collect();
        for (i, speed) in speeds.iter().enumerate() {
            if i >= (balls - moving) as usize {
                within("balls that leave", *speed, 0.98, 1.001);
            } else {
                within("balls that stay", speed.abs(), 0.0, 0.02);
            }
        }
        near("momentum", momenta(&bodies)[0].x, start.x, 1e-4);
    }
}

#[test]
fn an_initial_overlap_is_resolved_without_a_jump() {
    let mut document = Document::new();
    let plane = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(plane, None));
    let shape = document.shape(Shape::Box {
        size: Vec3::splat(0.5),
    });
    let node = Node::new("Box").at([0.0, 0.24, 0.0]).collider(shape, None);
    document.add(node.motion(json!({})));
    let mut world = world(&document);
    let mut highest = 0.0_f64;
    for _ in 0..60 {
        world.run(1);
        highest = highest.max(world.body().com[1]);
    }
    within("rise", highest - 0.24, 0.0, 0.0101);
    within("rest", world.body().com[1], 0.2495, 0.2505);
}
