//! Resting rigid bodies sleep, also beside others that move, and wake when something disturbs them.

use glam::{DVec3, Quat, Vec3};
use pliant_scenes::{Channel, Document, Interpolation, Node, Shape, Track};
use pliant_sim::BodyMetrics;
use pliant_tests::reference::within;
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
    let distance = |i: usize| (DVec3::from(after[i].com) - DVec3::from(before[i].com)).length();
    assert!(
        distance(2) > 1e-4,
        "the upper box moved only {} m",
        distance(2)
    );
}

/// A box without a lid, `width` m wide inside and `height` m high; also a material and a cube for bodies in it.
fn walled(width: f32, height: f32) -> (Document, usize, usize) {
    let mut document = Document::new();
    let grip = document.physics_material(0.5, 0.5, 0.0);
    let (outside, middle) = (width + 0.1, 0.5 * (width + 0.1));
    let side = Vec3::new(0.1, height, outside);
    let end = Vec3::new(outside, height, 0.1);
    let floor = Vec3::new(outside, 0.1, outside);
    for (name, size, at) in [
        ("Floor", floor, [0.0, -0.05, 0.0]),
        ("Left", side, [-middle, 0.5 * height, 0.0]),
        ("Right", side, [middle, 0.5 * height, 0.0]),
        ("Back", end, [0.0, 0.5 * height, -middle]),
        ("Front", end, [0.0, 0.5 * height, middle]),
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
    let (mut document, grip, cube) = walled(1.3, 1.2);
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

/// Reproducible numbers of 0 to 1 [Mar03].
struct Random(u32);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    /// A rotation; all are as likely [Sho92].
    fn rotation(&mut self) -> Quat {
        let [part, a, b] = [(); 3].map(|()| self.next());
        let [a, b] = [a, b].map(|turn| std::f32::consts::TAU * turn);
        let [p, q] = [(1.0 - part).sqrt(), part.sqrt()];
        Quat::from_xyzw(p * a.sin(), p * a.cos(), q * b.sin(), q * b.cos())
    }
}

/// 500 boxes, turned at random, that fall from up to 2.9 m into walls that are 2.9 m apart.
fn loose_heap(seed: u32) -> Document {
    let (mut document, grip, cube) = walled(2.9, 4.0);
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9));
    for i in 0..500_u16 {
        let [x, y, z] = [i % 8, i / 64, i / 8 % 8].map(f32::from);
        let at = [0.36 * (x - 3.5), 0.2 + 0.36 * y, 0.36 * (z - 3.5)];
        let node = Node::new(&format!("Box{i}")).at(at);
        let node = node.rotated(random.rotation()).collider(cube, Some(grip));
        document.add(node.motion(json!({})));
    }
    document
}

/// Runs such a heap for 6 s; returns the number of sleeping boxes after each second.
fn sleepers(seed: u32) -> Vec<u64> {
    let mut world = World::new(&scene_of(&loose_heap(seed)), |settings| {
        (settings.substeps, settings.iterations) = (10, 4);
    });
    let mut second = || {
        world.run(60);
        measured(&mut world).0
    };
    (0..6).map(|_| second()).collect()
}

#[test]
fn a_loose_heap_of_500_boxes_sleeps_by_parts() {
    let sleepers = sleepers(1);
    assert!((100..500).contains(&sleepers[2]), "{sleepers:?}");
    assert_eq!(sleepers[5], 500, "{sleepers:?}");
}

#[test]
#[ignore = "takes half a minute: tools/test --long runs it"]
fn loose_heaps_of_500_boxes_sleep() {
    let asleep: Vec<_> = (2..=5).map(sleepers).collect();
    assert!(asleep.iter().all(|seed| seed[5] == 500), "{asleep:?}");
}

/// Six boxes in a row beside a plunger that waits for 1.5 s, then moves by 3 cm in 3 s.
fn pushed_row() -> Document {
    let mut document = Document::new();
    let grip = document.physics_material(0.5, 0.5, 0.0);
    let floor = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(floor, Some(grip)));
    let size = Vec3::splat(0.2);
    let cube = document.shape(Shape::Box { size });
    for i in 0..6_u8 {
        let node = Node::new(&format!("Box{i}")).at([0.2 * f32::from(i), 0.1, 0.0]);
        document.add(node.collider(cube, Some(grip)).motion(json!({})));
    }
    let plunger = Node::new("Plunger").at([-0.2005, 0.11, 0.0]);
    let plunger = document.add(plunger.collider(cube, Some(grip)).kinematic());
    let at = |x: f32| Vec3::new(x - 0.2005, 0.11, 0.0);
    document.animation(
        "Pushes",
        &[Channel {
            node: plunger,
            times: vec![0.0, 1.5, 4.5],
            interpolation: Interpolation::Linear,
            track: Track::Translation(vec![at(0.0), at(0.0), at(0.03)]),
        }],
    );
    document
}

#[test]
fn sleepers_in_a_row_pass_on_a_slow_push() {
    let mut world = World::new(&scene_of(&pushed_row()), |_| {});
    world.run(80);
    assert_eq!(measured(&mut world).0, 6, "they sleep before");
    world.run(190);
    for (i, body) in measured(&mut world).1.iter().enumerate() {
        let moved = body.com[0] - 0.2 * i as f64;
        within("the way of a box, m", moved, 0.0285, 0.0305);
    }
}

/// Five smooth balls in a row that touch, and a sixth that comes after a second at 1 m/s, or `slow`, at 0.2 m/s.
fn row_of_balls(speed: f32) -> Document {
    let mut document = Document::new();
    let smooth = document.physics_material(0.0, 0.0, 0.9);
    let floor = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(floor, Some(smooth)));
    let ball = document.shape(Shape::Sphere { radius: 0.1 });
    for i in 0..6_u8 {
        let x = if i < 5 {
            0.2 * f32::from(i)
        } else {
            -0.2 - speed
        };
        let velocity = if i < 5 { 0.0 } else { speed };
        let node = Node::new(&format!("Ball{i}")).at([x, 0.1, 0.0]);
        let motion = json!({"linearVelocity": [velocity, 0, 0]});
        document.add(node.collider(ball, Some(smooth)).motion(motion));
    }
    document
}

#[test]
fn sleeping_balls_pass_on_a_hit() {
    for speed in [0.2, 1.0, 10.0] {
        let run = |sleeping: bool| {
            let mut world = World::new(&scene_of(&row_of_balls(speed)), |settings| {
                settings.sleeping = sleeping;
            });
            world.run(55);
            let slept = measured(&mut world).0;
            world.run(15);
            (slept, measured(&mut world).1)
        };
        let ((_, awake), (slept, hit)) = (run(false), run(true));
        assert_eq!(slept, 5, "they sleep before");
        for (awake, hit) in awake.iter().zip(&hit) {
            let off = DVec3::from(awake.velocity).distance(hit.velocity.into());
            let off = off / f64::from(speed);
            within(&format!("{} at {speed} m/s", hit.name), off, 0.0, 0.02);
        }
    }
}

/// A plank on two boxes; a flat box that slides fast knocks one of them out after 0.7 s.
fn plank() -> Document {
    let mut document = Document::new();
    let grip = document.physics_material(0.4, 0.4, 0.0);
    let floor = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(floor, Some(grip)));
    let plank = Vec3::new(1.0, 0.1, 0.2);
    for (name, size, at, velocity) in [
        ("Left", Vec3::splat(0.2), [-0.4, 0.1, 0.0], 0.0),
        ("Right", Vec3::splat(0.2), [0.4, 0.1, 0.0], 0.0),
        ("Plank", plank, [0.0, 0.25, 0.0], 0.0),
        (
            "Hammer",
            Vec3::new(0.18, 0.05, 0.18),
            [0.4, 0.025, 28.0],
            -40.0,
        ),
    ] {
        let shape = document.shape(Shape::Box { size });
        let slides = if name == "Hammer" { None } else { Some(grip) };
        let motion = json!({"linearVelocity": [0, 0, velocity]});
        document.add(
            Node::new(name)
                .at(at)
                .collider(shape, slides)
                .motion(motion),
        );
    }
    document
}

#[test]
fn a_sleeper_falls_when_its_support_is_knocked_out() {
    let mut world = World::new(&scene_of(&plank()), |_| {});
    world.run(38);
    assert_eq!(measured(&mut world).0, 3, "they sleep before");
    world.run(90);
    let bodies = measured(&mut world).1;
    within("the knocked out box, m", bodies[1].com[2], -9.0, -0.3);
    within("the plank's height, m", bodies[2].com[1], 0.05, 0.2);
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
    let (mut document, grip, cube) = walled(1.3, 1.2);
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
        let distance = DVec3::from(body.com).distance(Vec3::from(*at).as_dvec3());
        // Without `rigid/solve_velocities`, which accumulates slip, one box glides 11 mm.
        assert!(distance < 1e-3, "{} moved {distance} m", body.name);
        let energy = body.kinetic_energy;
        assert!(energy < 4e-6, "{} has {energy} J", body.name);
    }
}
