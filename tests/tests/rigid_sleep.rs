//! Resting rigid bodies sleep, and wake when another body collides with them.

use glam::{Quat, Vec3};
use pliant_scenes::{Document, Node, Shape};
use pliant_sim::BodyMetrics;
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// A stack of three boxes at x = 5 m, a ball at `height` above it, m, and four tumbling boxes far away.
fn document(height: f32) -> Document {
    let mut document = Document::new();
    let grip = document.physics_material(0.6, 0.5, 0.0);
    let rubber = document.physics_material(0.6, 0.5, 0.7);
    let floor = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(floor, Some(rubber)));
    let cube = document.shape(Shape::Box {
        size: Vec3::splat(0.2),
    });
    for i in 0..3_u8 {
        let at = [5.0, 0.1 + 0.2 * f32::from(i), 0.0];
        let node = Node::new(&format!("Resting{i}")).at(at);
        document.add(node.collider(cube, Some(grip)).motion(json!({})));
    }
    let ball = document.shape(Shape::Sphere { radius: 0.1 });
    let node = Node::new("Ball").at([5.04, height, 0.0]);
    document.add(node.collider(ball, Some(grip)).motion(json!({})));
    for i in 0..4_u8 {
        let i = f32::from(i);
        let node = Node::new(&format!("Tumbling{i}")).at([0.05 * i, 1.0 + 0.4 * i, 0.02 * i]);
        let node = node.rotated(Quat::from_rotation_z(0.4 + i));
        let node = node.collider(cube, Some(rubber));
        document.add(node.motion(json!({"angularVelocity": [3, 1, 2]})));
    }
    document
}

fn world(height: f32, sleeping: bool) -> World {
    World::new(&scene_of(&document(height)), |settings| {
        settings.sleeping = sleeping;
    })
}

/// The number of sleeping bodies, and all bodies.
fn measured(world: &mut World) -> (u64, Vec<BodyMetrics>) {
    let metrics = world.measure();
    (
        metrics.sleeping.expect("there are rigid bodies"),
        metrics.bodies,
    )
}

fn tumbling(bodies: &[BodyMetrics]) -> Vec<BodyMetrics> {
    let all = bodies.iter().filter(|b| b.name.starts_with("Tumbling"));
    all.cloned().collect()
}

#[test]
fn a_sleeping_stack_does_not_affect_other_bodies() {
    let [mut awake, mut sleeping, mut again] = [false, true, true].map(|on| world(9.0, on));
    for world in [&mut awake, &mut sleeping, &mut again] {
        world.run(60);
    }
    let (none, with) = measured(&mut awake);
    let (stack, without) = measured(&mut sleeping);
    assert_eq!((none, stack), (0, 3));
    assert_eq!(tumbling(&with), tumbling(&without));
    assert_eq!(without, measured(&mut again).1, "two runs differ");
    for body in &without[..3] {
        assert!(body.kinetic_energy == 0.0, "{} moves", body.name);
    }
}

#[test]
fn a_hit_stack_wakes() {
    let [mut awake, mut sleeping] = [false, true].map(|on| world(5.0, on));
    // The ball arrives after 0.96 s.
    for world in [&mut awake, &mut sleeping] {
        world.run(50);
    }
    let (asleep, before) = measured(&mut sleeping);
    assert_eq!(asleep, 3);
    for world in [&mut awake, &mut sleeping] {
        world.run(12);
    }
    let (asleep, after) = measured(&mut sleeping);
    assert_eq!(asleep, 0);
    // The ball stops as it does on a stack that never slept.
    let wanted = &measured(&mut awake).1[3];
    let error = (after[3].com[1] - wanted.com[1]).abs();
    assert!(error < 2e-3, "the ball is off by {error} m");
    let distance =
        |i: usize| (glam::DVec3::from(after[i].com) - glam::DVec3::from(before[i].com)).length();
    assert!(
        distance(2) > 1e-4,
        "the upper box moved only {} m",
        distance(2)
    );
}

/// A box without a lid, 1.3 m wide inside; also a material and a cube for bodies in it.
fn walled() -> (Document, usize, usize) {
    let mut document = Document::new();
    let grip = document.physics_material(0.5, 0.5, 0.0);
    for (name, size, at) in [
        ("Floor", Vec3::new(1.4, 0.1, 1.4), [0.0, -0.05, 0.0]),
        ("Left", Vec3::new(0.1, 1.2, 1.4), [-0.7, 0.6, 0.0]),
        ("Right", Vec3::new(0.1, 1.2, 1.4), [0.7, 0.6, 0.0]),
        ("Back", Vec3::new(1.4, 1.2, 0.1), [0.0, 0.6, -0.7]),
        ("Front", Vec3::new(1.4, 1.2, 0.1), [0.0, 0.6, 0.7]),
    ] {
        let wall = document.shape(Shape::Box { size });
        document.add(Node::new(name).at(at).collider(wall, Some(grip)));
    }
    let cube = Vec3::splat(0.2);
    let cube = document.shape(Shape::Box { size: cube });
    (document, grip, cube)
}

/// 36 boxes in many orientations that fall into the walled box.
fn heap() -> Document {
    let (mut document, grip, cube) = walled();
    for i in 0..36_u8 {
        let along = |k: u8| 0.36 * (f32::from(k) - 1.0);
        let at = [
            along(i % 3),
            0.2 + 0.36 * f32::from(i / 9),
            along(i / 3 % 3),
        ];
        let turn = f32::from(i);
        let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.3 * turn, 0.7 * turn, 0.2 * turn);
        let node = Node::new(&format!("Box{i}")).at(at).rotated(turn);
        document.add(node.collider(cube, Some(grip)).motion(json!({})));
    }
    document
}

/// Fails unless all bodies are within the walls and penetrate nothing by more than 1 % of their side.
fn assert_separated(bodies: &[BodyMetrics]) {
    for body in bodies {
        let [x, y, z] = body.com;
        let inside = x.abs() < 0.65 && z.abs() < 0.65 && (0.09..1.2).contains(&y);
        assert!(inside, "{} is at {:?}", body.name, body.com);
        let depth = body.max_penetration.unwrap_or_default();
        assert!(depth < 2e-3, "{} penetrates by {depth} m", body.name);
    }
}

#[test]
fn a_heap_in_a_box_comes_to_rest() {
    let mut world = World::new(&scene_of(&heap()), |settings| {
        settings.iterations = 4;
        settings.sleeping = false;
    });
    world.run(120);
    let bodies = world.measure().bodies;
    for body in &bodies {
        // J; the energy at a millimetre per second.
        let energy = body.kinetic_energy;
        assert!(energy < 4e-6, "{} has {energy} J", body.name);
    }
    assert_separated(&bodies);
}

#[test]
fn a_heap_in_a_box_sleeps() {
    let mut world = World::new(&scene_of(&heap()), |settings| {
        settings.iterations = 4;
    });
    world.run(180);
    let (asleep, bodies) = measured(&mut world);
    assert_eq!(asleep, 36);
    assert_separated(&bodies);
}

/// Positions and rotations of some boxes of such a heap; the last two are free, the others fixed.
const WEDGED: [([f32; 3], [f32; 4]); 7] = [
    ([0.0128, 0.1, -0.4328], [0.0, 0.4032, 0.0, 0.9151]),
    ([0.3306, 0.1, -0.2964], [0.4659, 0.4659, 0.5319, 0.5319]),
    ([0.029, 0.5076, -0.4008], [0.6133, -0.0064, 0.7889, -0.0377]),
    ([0.3681, 0.4881, -0.4772], [0.5838, 0.0897, 0.8024, 0.0855]),
    ([0.2161, 0.5012, -0.2919], [-0.1176, 0.203, 0.9715, -0.0332]),
    (
        [-0.0432, 0.3011, -0.3624],
        [0.6987, -0.6729, 0.1463, -0.1938],
    ),
    ([0.358, 0.2916, -0.4397], [0.5872, -0.4944, 0.5214, -0.3727]),
];

#[test]
fn wedged_boxes_stay_at_rest() {
    let (mut document, grip, cube) = walled();
    for (i, (at, turn)) in WEDGED.into_iter().enumerate() {
        let node = Node::new(&format!("Box{i}")).at(at);
        let node = node.rotated(Quat::from_array(turn).normalize());
        let node = node.collider(cube, Some(grip));
        document.add(if i < 5 { node } else { node.motion(json!({})) });
    }
    let mut world = World::new(&scene_of(&document), |settings| {
        settings.substeps = 40;
        settings.iterations = 2;
        settings.sleeping = false;
    });
    world.run(40);
    for (body, (at, _)) in world.measure().bodies.iter().zip(&WEDGED[5..]) {
        let distance = glam::DVec3::from(body.com).distance(Vec3::from(*at).as_dvec3());
        // Without `rigid/solve_velocities`, which accumulates slip, one box glides 11 mm.
        assert!(distance < 1e-3, "{} moved {distance} m", body.name);
        let energy = body.kinetic_energy;
        assert!(energy < 4e-6, "{} has {energy} J", body.name);
    }
}
