//! Hundreds of rigid bodies: a wall that stands and is hit, a heap of convex meshes that comes to rest, flocks that fly, and a run of
//! dominoes.

use glam::{DVec3, Vec3};
use pliant_scenes::{Document, Node, Shape};
use pliant_sim::BodyMetrics;
use pliant_tests::crowds::{BIN, BRICK, DOMINOES, WALL, convex_heap, domino_run, wall};
use pliant_tests::reference::within;
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// Where each brick was built, and how far it is from there, m.
fn displaced(bodies: &[BodyMetrics]) -> Vec<(DVec3, DVec3)> {
    let bricks = bodies.iter().filter_map(|body| {
        let [row, x] = body
            .name
            .strip_prefix("Brick ")?
            .split(' ')
            .collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let [row, x] = [row, x].map(|number| number.parse::<f64>().expect("a number"));
        let size = BRICK.as_dvec3();
        let x = size.x * (x - 0.5 * WALL[0] as f64);
        let built = DVec3::new(x, size.y * (row + 0.5), 0.0);
        Some((built, DVec3::from(body.com) - built))
    });
    bricks.collect()
}

#[test]
fn a_wall_of_a_thousand_meshes_stands() {
    let mut world = World::new(&scene_of(&wall(false)), |_| {});
    world.run(90);
    let all = displaced(&world.measure().bodies);
    assert_eq!(all.len(), WALL[1] * WALL[0] + WALL[1] / 2);
    let most = all.iter().map(|(_, by)| by.length()).fold(0.0, f64::max);
    within("the farthest brick, m", most, 0.0, 0.005);
}

#[test]
fn a_ball_breaks_a_hole_into_a_wall() {
    let mut world = World::new(&scene_of(&wall(true)), |_| {});
    world.run(60);
    let bodies = world.measure().bodies;
    let ball = bodies
        .iter()
        .find(|body| body.name == "Ball")
        .expect("a ball");
    within("the ball is behind the wall, m", ball.com[2], -20.0, -1.0);
    let all = displaced(&bodies);
    let knocked_out = all.iter().filter(|(_, by)| by.length() > 0.3).count();
    within(
        "bricks that were knocked out",
        knocked_out as f64,
        15.0,
        200.0,
    );
    // The wall beside the hole is pushed aside a little, and stands.
    let beside = all.iter().filter(|(built, _)| built.x.abs() > 5.0);
    let sunk = beside.map(|(_, by)| by.y.abs()).fold(0.0, f64::max);
    within("height of bricks beside the hole, m", sunk, 0.0, 0.01);
}

#[test]
fn a_heap_of_convex_meshes_comes_to_rest() {
    let mut world = World::new(&scene_of(&convex_heap()), |_| {});
    world.run(150);
    let metrics = world.measure();
    let stones = || {
        metrics
            .bodies
            .iter()
            .filter(|body| body.name.starts_with("Stone"))
    };
    assert_eq!(stones().count(), 300);
    let bin = f64::from(BIN);
    for stone in stones() {
        let [x, y, z] = stone.com;
        assert!(
            x.abs() < bin && z.abs() < bin && y > 0.0,
            "{} left the bin",
            stone.name
        );
    }
    let speed = |body: &BodyMetrics| DVec3::from(body.velocity).length();
    let mean = stones().map(speed).sum::<f64>() / 300.0;
    within("mean speed, m/s", mean, 0.0, 0.02);
    let overlap = metrics.max_penetration.unwrap_or(0.0);
    within("overlap, m", overlap, 0.0, 0.002);
}

/// A lattice of boxes of 2 cm with gaps of 1 cm, 10 along x and y, and `layers` along z from `z` on, which moves along z.
fn flock(document: &mut Document, name: &str, (layers, z): (u8, f32), speed: f32) {
    let shape = document.shape(Shape::Box {
        size: Vec3::splat(0.02),
    });
    for layer in 0..layers {
        for place in 0..100_u8 {
            let at = [place % 10, place / 10, layer].map(|n| 0.03 * f32::from(n));
            let node = Node::new(&format!("{name} {layer} {place}"))
                .at(Vec3::from(at) + z * Vec3::Z)
                .collider(shape, None);
            document.add(node.motion(json!({ "linearVelocity": [0, 0, speed] })));
        }
    }
}

/// Detections of a flock of 1,000 boxes in each of ten frames.
fn detections_in_flight(speed: f32) -> Vec<u64> {
    let mut document = Document::new();
    flock(&mut document, "Box", (10, 0.0), speed);
    let mut world = World::new(&scene_of(&document), |_| {});
    let frame = |_| {
        world.run(1);
        world.measure().detections.expect("rigid bodies")
    };
    (0..10).map(frame).collect()
}

#[test]
fn a_fast_flock_has_no_more_pairs_than_a_slow_one() {
    let (slow, fast) = (detections_in_flight(0.01), detections_in_flight(30.0));
    let all = slow.iter().zip(&fast);
    assert!(all.clone().all(|(slow, fast)| fast <= slow), "{all:?}");
}

#[test]
fn flocks_that_meet_stop_each_other() {
    let mut document = Document::new();
    flock(&mut document, "Left", (2, -0.5), 15.0);
    flock(&mut document, "Right", (2, 0.5), -15.0);
    let mut world = World::new(&scene_of(&document), |settings| {
        settings.gravity = DVec3::ZERO;
    });
    world.run(10);
    let bodies = world.measure().bodies;
    world.reset().expect("a device");
    world.run(10);
    let again = world.measure().bodies;
    let same = bodies.iter().zip(&again).all(|(a, b)| a.com == b.com);
    assert!(same, "a reset run repeats itself");
    for body in bodies {
        let side = if body.name.starts_with("Left") {
            -1.0
        } else {
            1.0
        };
        let z = side * (body.com[2] - 0.015);
        within("distance from the middle, m", z, 0.005, 0.1);
        within("speed, m/s", DVec3::from(body.velocity).length(), 0.0, 0.5);
    }
}

#[test]
fn all_dominoes_of_a_run_fall() {
    let mut world = World::new(&scene_of(&domino_run()), |_| {});
    world.run(900);
    let bodies = world.measure().bodies;
    assert_eq!(bodies.len(), DOMINOES);
    let stand = bodies.iter().filter(|body| body.com[1] > 0.024).count();
    assert_eq!(stand, 0, "dominoes that stand");
}
