//! V14, V17 and V18 for rigid bodies: free spin, slopes, slides, bounces and rows of balls.

use glam::{DVec3, Quat, Vec3};
use pliant_scene::Solver;
use pliant_scenes::{Document, Node, Shape};
use pliant_sim::BodyMetrics;
use pliant_tests::momenta::momenta;
use pliant_tests::no_gpu;
use pliant_tests::reference::{near, within};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

const G: f64 = 9.81;
const BOTH: [Solver; 2] = [Solver::GaussSeidel, Solver::Jacobi];

/// A world of a document's bodies, solved as the scene says.
fn world(document: &Document) -> World {
    World::new(&scene_of(document), |_| {})
}

/// The tensor's axes stay where they are in the body.
fn axis(body: &BodyMetrics, axis: DVec3) -> DVec3 {
    let [x, y, z, w] = body.rotation.expect("it is rigid");
    glam::DQuat::from_xyzw(x, y, z, w) * axis
}

/// Crossings of zero from frame to frame, s.
fn zeros(values: &[f64], dt: f64) -> Vec<f64> {
    let pairs = values.windows(2).enumerate();
    let crossing = |(i, pair): (usize, &[f64])| {
        let [a, b] = [pair[0], pair[1]];
        (a * b < 0.0).then(|| dt * (i as f64 + a / (a - b)))
    };
    pairs.filter_map(crossing).collect()
}

#[test]
fn a_free_body_turns_over_in_time_and_keeps_momentum_and_energy() {
    if no_gpu() {
        return;
    }
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    document.add(Node::new("Nut").moving(json!({
        "mass": 1, "inertiaDiagonal": [1, 2, 3], "angularVelocity": [0.01, 5, 0.01]})));
    let mut world = world(&document);
    let start = world.body();
    let momentum = DVec3::from(start.angular_momentum);
    let mut spins = Vec::new();
    for _ in 0..=600 {
        let body = world.body();
        spins.push(
            DVec3::from(body.angular_velocity.expect("it is rigid")).dot(axis(&body, DVec3::Y)),
        );
        world.run(1);
    }
    let zeros = zeros(&spins, 1.0 / 60.0);
    assert_eq!(zeros.len(), 2, "{zeros:?}");
    within("first turn", zeros[0], 2.7411 - 0.01, 2.7411 + 0.01);
    within("second turn", zeros[1], 7.7670 - 0.01, 7.7670 + 0.01);
    let end = world.body();
    let drift = (DVec3::from(end.angular_momentum) - momentum).length() / momentum.length();
    within("momentum", drift, 0.0, 5e-4);
    near("energy", end.kinetic_energy, start.kinetic_energy, 5e-4);
}

/// Something on a slope through the origin that falls along +X, with friction μ of both.
fn on_slope(degrees: f64, shape: Shape, height: f32, friction: f64) -> Document {
    let turn = Quat::from_rotation_z(-degrees.to_radians() as f32);
    let mut document = Document::new();
    let grip = document.physics_material(friction as f32, friction as f32, 0.0);
    let plane = document.shape(Shape::Plane);
    document.add(Node::new("Slope").turned(turn).collider(plane, Some(grip)));
    let shape = document.shape(shape);
    let place = turn * Vec3::new(0.0, height, 0.0);
    let node = Node::new("Body")
        .at(place)
        .turned(turn)
        .collider(shape, Some(grip));
    document.add(node.moving(json!({})));
    document
}

/// How far the body has come downhill, m.
fn downhill(world: &mut World, degrees: f64) -> f64 {
    let slope = degrees.to_radians();
    DVec3::new(slope.cos(), -slope.sin(), 0.0).dot(DVec3::from(world.body().com))
}

#[test]
fn balls_roll_and_slip_down_slopes() {
    if no_gpu() {
        return;
    }
    let ball = Shape::Sphere { radius: 0.5 };
    for (degrees, friction, acceleration) in [(20.0, 0.6, 2.39658), (50.0, 0.2, 6.25375)] {
        let mut world = world(&on_slope(degrees, ball, 0.5, friction));
        world.run(60);
        let way = downhill(&mut world, degrees);
        near("acceleration", 2.0 * way, acceleration, 0.01);
    }
}

#[test]
fn boxes_stick_and_slide_on_slopes() {
    if no_gpu() {
        return;
    }
    let cube = Shape::Box {
        size: Vec3::splat(0.5),
    };
    let mut stuck = world(&on_slope(25.5, cube, 0.25, 0.5));
    stuck.run(300);
    within("held", downhill(&mut stuck, 25.5), -1e-3, 1e-3);
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
fn a_sliding_box_stops_where_friction_says() {
    if no_gpu() {
        return;
    }
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
    near("stops at", 0.5 + 0.5 * half / (half - one), 1.27421, 0.01);
    world.run(60);
    near("way", world.body().com[0], 3.18552, 0.01);
    within(
        "speed",
        DVec3::from(world.body().velocity).length(),
        0.0,
        1e-3,
    );
}

#[test]
fn a_ball_bounces_to_its_heights() {
    if no_gpu() {
        return;
    }
    for solver in BOTH {
        let mut document = Document::new();
        let rubber = document.physics_material(0.0, 0.0, 0.7);
        let plane = document.shape(Shape::Plane);
        document.add(Node::new("Floor").collider(plane, Some(rubber)));
        let ball = document.shape(Shape::Sphere { radius: 0.1 });
        let node = Node::new("Ball")
            .at([0.0, 1.1, 0.0])
            .collider(ball, Some(rubber));
        document.add(node.moving(json!({})));
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
        // Seen at the end of its frame.
        let impact = impact.expect("it falls") - 0.451524;
        within("first impact", impact, -1e-3, 1.0 / 240.0 + 1e-3);
    }
}

/// Balls of 0.2 m in a row that touch, without friction and gravity; the first ones come at 1 m/s.
fn row(balls: u32, coming: u32, gap: f32) -> World {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    let steel = document.physics_material(0.0, 0.0, 1.0);
    let shape = document.shape(Shape::Sphere { radius: 0.1 });
    for i in 0..balls {
        let comes = i < coming;
        let x = 0.2 * i as f32 - if comes { gap } else { 0.0 };
        let node = Node::new(&format!("Ball{i}"))
            .at([x, 0.0, 0.0])
            .collider(shape, Some(steel));
        let speed = if comes { 1.0 } else { 0.0 };
        document.add(node.moving(json!({"linearVelocity": [speed, 0, 0]})));
    }
    world(&document)
}

/// J of all.
fn energy(bodies: &[BodyMetrics]) -> f64 {
    let of = |b: &BodyMetrics| b.kinetic_energy + b.potential_energy;
    bodies.iter().map(of).sum()
}

/// Runs on; fails where energy grows by more than half a percent of what there was at the start.
fn lose_energy(world: &mut World, frames: u32) {
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

/// Bodies of several shapes that spin, and fly to where they all meet.
fn swarm() -> Document {
    let mut document = Document::new();
    let grip = document.physics_material(0.5, 0.5, 0.3);
    let shapes = [
        Shape::Sphere { radius: 0.2 },
        Shape::Box {
            size: Vec3::new(0.5, 0.3, 0.4),
        },
        Shape::Capsule {
            height: 0.4,
            bottom: 0.15,
            top: 0.15,
        },
    ];
    for i in 0..8_u8 {
        let bit = |k: u8| if i >> k & 1 == 0 { -0.5 } else { 0.5 };
        let at = Vec3::new(bit(0), bit(1), bit(2) + 0.1 * f32::from(i));
        let shape = document.shape(shapes[usize::from(i) % shapes.len()]);
        let node = Node::new(&format!("Body{i}")).at(at);
        document.add(node.collider(shape, Some(grip)).moving(json!({
            "linearVelocity": (Vec3::new(0.2, 0.0, 0.0) - 1.5 * at).to_array(),
            "angularVelocity": [1.0, 0.5 * f64::from(i), -1.0]})));
    }
    document
}

#[test]
fn what_meets_in_free_flight_keeps_its_momenta() {
    if no_gpu() {
        return;
    }
    let mut document = swarm();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    let mut world = world(&document);
    let start = world.measure().bodies;
    lose_energy(&mut world, 90);
    world.run(510);
    let end = world.measure().bodies;
    let lost = 1.0 - energy(&end) / energy(&start);
    within("part of the energy lost", lost, 0.2, 0.9);
    let [before, after] = [momenta(&start), momenta(&end)];
    for (what, i) in [("momentum", 0), ("turning", 1)] {
        let drift = after[i].distance(before[i]) / before[i].length();
        within(what, drift, 0.0, 1e-4);
    }
}

#[test]
fn a_heap_only_loses_energy() {
    if no_gpu() {
        return;
    }
    let mut document = swarm();
    let plane = document.shape(Shape::Plane);
    document.add(
        Node::new("Floor")
            .at([0.0, -1.5, 0.0])
            .collider(plane, None),
    );
    lose_energy(&mut world(&document), 120);
}

/// Cubes of half a metre upon each other, the first on the ground; kg each.
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
                .moving(json!({ "mass": mass })),
        );
    }
    document
}

#[test]
fn v19_towers_stand() {
    if no_gpu() {
        return;
    }
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
fn a_push_goes_through_a_row_of_balls() {
    if no_gpu() {
        return;
    }
    for (balls, coming) in [(3, 1), (5, 1), (5, 2)] {
        let mut world = row(balls, coming, 0.1);
        let [start, _] = momenta(&world.measure().bodies);
        world.run(60);
        let bodies = world.measure().bodies;
        let speeds: Vec<f64> = bodies.iter().map(|b| b.velocity[0]).collect();
        for (i, speed) in speeds.iter().enumerate() {
            if i >= (balls - coming) as usize {
                within("those that leave", *speed, 0.98, 1.001);
            } else {
                within("those that stay", speed.abs(), 0.0, 0.02);
            }
        }
        near("momentum", momenta(&bodies)[0].x, start.x, 1e-4);
    }
}

#[test]
fn what_overlaps_at_the_start_parts_without_a_jump() {
    if no_gpu() {
        return;
    }
    let mut document = Document::new();
    let plane = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(plane, None));
    let shape = document.shape(Shape::Box {
        size: Vec3::splat(0.5),
    });
    let node = Node::new("Box").at([0.0, 0.24, 0.0]).collider(shape, None);
    document.add(node.moving(json!({})));
    let mut world = world(&document);
    let mut highest = 0.0_f64;
    for _ in 0..60 {
        world.run(1);
        highest = highest.max(world.body().com[1]);
    }
    within("rise", highest - 0.24, 0.0, 0.0101);
    within("rest", world.body().com[1], 0.2495, 0.2505);
}
