//! Triggers report which bodies enter and leave, and when.

use glam::Vec3;
use pliant_scenes::{Channel, Document, Interpolation, Node, Shape, Track, shapes};
use pliant_sim::{FrameMetrics, TriggerEvent};
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

/// A substep, s.
const H: f64 = 1.0 / 1200.0;

fn with_shape(shape: usize) -> Value {
    json!({ "geometry": { "shape": shape } })
}

/// All events of some frames, and the metrics at the end.
fn watch(document: &Document, frames: u32) -> (Vec<TriggerEvent>, FrameMetrics) {
    let mut world = World::new(&scene_of(document), |_| {});
    let mut events = world.measure().events;
    for _ in 0..frames {
        world.run(1);
        events.extend(world.measure().events);
    }
    (events, world.measure())
}

/// Event and body of each event, in order.
fn summaries(events: &[TriggerEvent]) -> Vec<(&str, &str)> {
    events.iter().map(|e| (e.event, e.body.as_str())).collect()
}

fn near(event: &TriggerEvent, time: f64) {
    let off = (event.time - time).abs();
    assert!(off <= 2.0 * H, "{event:?} is {off} s off {time} s");
}

/// A box-shaped trigger of 0.5 m at the origin, and a ball that falls into it from rest; `filters` excludes the ball.
fn falling(filters: bool) -> Document {
    let mut document = Document::new();
    let cube = document.shape(Shape::Box {
        size: Vec3::splat(0.5),
    });
    let ball = document.shape(Shape::Sphere { radius: 0.1 });
    let balls = document.collision_filter(json!({ "collisionSystems": ["balls"] }));
    let others = document.collision_filter(json!({ "notCollideWithSystems": ["balls"] }));
    let mut trigger = with_shape(cube);
    if filters {
        trigger["collisionFilter"] = others.into();
    }
    document.add(Node::new("Gate").trigger(trigger));
    let node = Node::new("Ball").at([0.0, 1.0, 0.0]);
    document.add(node.collider(ball, None).filtered(balls).motion(json!({})));
    document
}

#[test]
fn a_trigger_reports_enter_and_leave_times_and_applies_no_force() {
    let (events, end) = watch(&falling(false), 40);
    assert_eq!(summaries(&events), [("enter", "Ball"), ("leave", "Ball")]);
    let fall = |height: f64| (2.0 * height / 9.81).sqrt();
    near(&events[0], fall(1.0 - 0.1 - 0.25));
    near(&events[1], fall(1.0 + 0.1 + 0.25));
    let gate = &end.triggers[0];
    assert_eq!((gate.inside, gate.entered, gate.left), (0, 1, 1));
    let fallen = -0.5 * 9.81 * end.time.powi(2);
    assert!((end.bodies[0].com[1] - 1.0 - fallen).abs() < 0.01);
    assert!(
        watch(&falling(true), 40).0.is_empty(),
        "the filter has no effect"
    );
}

#[test]
fn a_compound_reports_a_pass_within_a_frame_once() {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    let lens = document.shape(Shape::Sphere { radius: 0.05 });
    let bullet = document.shape(Shape::Sphere { radius: 0.02 });
    let gate = document.add(Node::new("Gate").trigger(json!({ "nodes": [1, 2] })));
    for (name, x) in [("Left", -0.04), ("Right", 0.04)] {
        let node = Node::new(name).at([x, 0.0, 0.0]);
        document.add_child(gate, node.trigger(with_shape(lens)));
    }
    let ball = |name: &str| Node::new(name).collider(bullet, None);
    let shot = json!({ "linearVelocity": [60, 0, 0] });
    document.add(ball("Bullet").at([-2.5, 0.0, 0.0]).motion(shot));
    document.add(ball("Seed").at([0.04, 0.066, 0.0]).motion(json!({})));
    let (events, end) = watch(&document, 5);
    let all = [("enter", "Seed"), ("enter", "Bullet"), ("leave", "Bullet")];
    assert_eq!(summaries(&events), all);
    assert_eq!(events[0].time, 0.0, "Seed is not inside at the start");
    near(&events[1], (2.5 - 0.09 - 0.02) / 60.0);
    near(&events[2], (2.5 + 0.09 + 0.02) / 60.0);
    assert_eq!(end.triggers.len(), 1);
    assert_eq!(end.triggers[0].bodies, ["Seed"]);
}

#[test]
fn triggers_count_particles_and_detect_animated_colliders() {
    let mut document = Document::new();
    let sheet = document.mesh("Sheet", [shapes::grid(11, 11, 1.0, 1.0)]);
    let cloth = Node::new("Cloth").mesh(sheet).at([0.0, 1.0, 0.0]);
    document.add(cloth.extra("pliant_body", "cloth"));
    // A closed volume: half of the cloth's particles and those on its middle line fall through it.
    let block = document.mesh("Block", [shapes::cuboid(Vec3::new(1.04, 0.2, 2.0))]);
    let gate = Node::new("Gate").at([0.48, 0.0, 0.0]).mesh(block);
    document.add(gate.trigger(json!({ "geometry": { "node": 1 } })));
    let ball = document.shape(Shape::Sphere { radius: 0.1 });
    let post = Node::new("Post").at([3.0, 0.0, 0.0]).collider(ball, None);
    let post = document.add(post);
    let keys = vec![Vec3::new(3.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0)];
    document.animation(
        "Comes",
        &[Channel {
            node: post,
            times: vec![0.0, 0.4],
            interpolation: Interpolation::Linear,
            track: Track::Translation(keys),
        }],
    );
    let (events, end) = watch(&document, 27);
    assert_eq!(summaries(&events), [("enter", "Post"), ("enter", "Cloth")]);
    near(&events[0], 1.9 / 5.0);
    near(&events[1], (2.0_f64 * 0.9 / 9.81).sqrt());
    assert_eq!((end.triggers[0].inside, end.triggers[0].particles), (2, 66));
}

#[test]
fn a_trigger_follows_its_body_and_ignores_it() {
    let mut document = Document::new();
    let cube = document.shape(Shape::Box {
        size: Vec3::splat(0.2),
    });
    let feeler = document.shape(Shape::capsule(0.5, 0.02));
    let floor = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(floor, None));
    let cube = Node::new("Box").at([0.0, 1.0, 0.0]).collider(cube, None);
    let cube = document.add(cube.motion(json!({})));
    document.add_child(cube, Node::new("Feeler").trigger(with_shape(feeler)));
    let (events, end) = watch(&document, 60);
    assert_eq!(summaries(&events), [("enter", "Floor")]);
    near(&events[0], (2.0_f64 * (1.0 - 0.27) / 9.81).sqrt());
    let height = end.bodies[0].com[1];
    assert!((height - 0.1).abs() < 1e-3, "the box rests at {height}");
}
