//! Drives and limits along a chain: an arm of many links holds its pose by its motors, or rests on the stops of its hinges.

use glam::{DVec3, Vec3};
use pliant_scenes::{Document, Node};
use pliant_tests::linkage::linkage;
use pliant_tests::reference::near;
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

/// Length of a link, m; its mass is 1 kg, and its moment of inertia this, kg m².
const LENGTH: f64 = 0.4;
const INERTIA: f64 = 0.01;
const GRAVITY: f64 = 10.0;

/// A horizontal arm of links with hinges about Z: `joint` gives what each has beside the hinge.
fn arm(links: usize, joint: impl Fn(usize) -> Value) -> Document {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0.0, -GRAVITY, 0.0]));
    let half = 0.5 * LENGTH as f32;
    let mut seat = document.add(Node::new("Base"));
    for k in 0..links {
        let mut hinge = json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1], "min": 0, "max": 0}]});
        let more = joint(k);
        if let Some(drive) = more.get("drive") {
            hinge["drives"] = json!([drive]);
        }
        if let Some(limit) = more.get("limit") {
            let limits = hinge["limits"].as_array_mut().expect("a list");
            limits.push(limit.clone());
        }
        let joint = document.physics_joint(hinge);
        let motion = json!({"mass": 1, "inertiaDiagonal": [INERTIA, INERTIA, INERTIA]});
        let at = Vec3::new((2 * k + 1) as f32 * half, 0.0, 0.0);
        let link = document.add(Node::new(&format!("Link {k}")).at(at).motion(motion));
        let pivot = Node::new("Pivot").at([-half, 0.0, 0.0]).joint(seat, joint);
        document.add_child(link, pivot);
        seat = document.add_child(link, Node::new("Seat").at([half, 0.0, 0.0]));
    }
    document
}

/// A motor that holds the angle 0.
fn motor(stiffness: f64, most: Option<f64>) -> Value {
    let mut drive = json!({
        "type": "angular", "mode": "force", "axis": 2, "positionTarget": 0.0, "stiffness": stiffness, "damping": 0.02 * stiffness
    });
    if let Some(most) = most {
        drive["maxForce"] = json!(most);
    }
    json!({ "drive": drive })
}

fn world(document: &Document, substeps: u32, iterations: u32) -> World {
    World::new(&scene_of(document), |settings| {
        settings.substeps = substeps;
        settings.iterations = iterations;
    })
}

fn centers(world: &mut World) -> Vec<DVec3> {
    let bodies = world.measure().bodies.into_iter();
    bodies.map(|body| DVec3::from(body.com)).collect()
}

/// The torque of the weight of the links from this one on about the hinge of this one, N m.
fn torque(links: usize, from: usize) -> f64 {
    let distance = |k: usize| (k - from) as f64 * LENGTH + 0.5 * LENGTH;
    (from..links).map(|k| GRAVITY * distance(k)).sum()
}

/// Each hinge turns by its torque over its stiffness; the sag is so small that the torques stay.
#[test]
fn motors_hold_an_arm_as_its_springs_say() {
    let (links, stiffness) = (10, 1e6);
    let (mut angle, mut sag) = (0.0, 0.0);
    for k in 0..links {
        angle += torque(links, k) / stiffness;
        sag += angle * LENGTH * if k + 1 < links { 1.0 } else { 0.5 };
    }
    for (substeps, iterations) in [(20, 1), (5, 4), (4, 1)] {
        for most in [None, Some(1e4)] {
            let document = arm(links, |_| motor(stiffness, most));
            let mut world = world(&document, substeps, iterations);
            world.run(120);
            near("sag", -centers(&mut world)[links - 1].y, sag, 0.01);
        }
    }
}

/// Without motors, the stops of the hinges carry the arm.
#[test]
fn an_arm_rests_on_its_limits() {
    let links = 10;
    let stop = |_| json!({"limit": {"angularAxes": [2], "min": -2.0, "max": 0.0}});
    for (substeps, iterations) in [(20, 1), (5, 4)] {
        let mut world = world(&arm(links, stop), substeps, iterations);
        for _ in 0..12 {
            world.run(10);
            let sag = -centers(&mut world)[links - 1].y;
            assert!(sag.abs() < 1e-3, "{substeps} × {iterations}: {sag} m");
        }
    }
}

/// The motor at the root is too weak: the arm turns about it as one body, by what its weight has over the motor.
#[test]
fn a_weak_motor_gives_way_with_its_largest_torque() {
    let (links, most) = (3, 5.0);
    let document = arm(links, |k| motor(1e6, (k == 0).then_some(most)));
    let mut world = world(&document, 20, 1);
    world.run(18);
    // I θ'' = τ cos θ − T, by small steps.
    let distances = (0..links).map(|k| (k as f64 + 0.5) * LENGTH);
    let inertia: f64 = distances
        .map(|distance| INERTIA + distance * distance)
        .sum();
    let (mut angle, mut speed) = (0.0_f64, 0.0);
    let steps = 100_000;
    for _ in 0..steps {
        let h = 0.3 / f64::from(steps);
        speed += h * (torque(links, 0) * angle.cos() - most) / inertia;
        angle += h * speed;
    }
    let centers = centers(&mut world);
    let tip = centers[links - 1];
    near("angle", (-tip.y).atan2(tip.x), angle, 0.01);
    for pair in centers.windows(2) {
        near("length", pair[0].distance(pair[1]), LENGTH, 1e-4);
    }
}

/// An arm that falls onto the stops of its hinges comes to rest there, and its links stay together.
#[test]
fn an_arm_falls_onto_its_limits() {
    // The last link ends 1.4 rad below the horizontal, so gravity presses each against its stop.
    let links = 7;
    let stop = |_| json!({"limit": {"angularAxes": [2], "min": -0.2, "max": 0.2}});
    let mut world = world(&arm(links, stop), 20, 1);
    for _ in 0..30 {
        world.run(10);
        let centers = centers(&mut world);
        for (k, pair) in centers.windows(2).enumerate() {
            let off = pair[0].distance(pair[1]) - LENGTH;
            // A bend of 0.2 rad brings centres nearer by 1 − cos 0.1.
            assert!((-3e-3..1e-4).contains(&off), "link {k}: {off} m");
        }
    }
    let links = centers(&mut world);
    let mut before = DVec3::ZERO;
    let mut angles = Vec::new();
    for center in links {
        let half = center - before;
        angles.push(half.y.atan2(half.x));
        // The end of the link is as far beyond its centre as its start is before it.
        before = center + half;
    }
    let mut last = 0.0;
    for angle in angles {
        near("bend", angle - last, -0.2, 0.02);
        last = angle;
    }
}

/// Bodies of a chain start up to 10 cm from where their joints want them, one limit is exceeded, and a drive turns a body until its twist is
/// undefined. Speeds stay those of links that fall and are driven.
#[test]
fn errors_at_the_start_do_not_explode() {
    for (substeps, iterations) in [(1, 1), (5, 4), (10, 2), (20, 1)] {
        let mut world = World::new(&linkage(), |settings| {
            settings.substeps = substeps;
            settings.iterations = iterations;
        });
        for frame in 1..=90 {
            world.run(1);
            for body in world.measure().bodies {
                let spin = DVec3::from(body.angular_velocity.expect("a rigid body")).length();
                let speed = DVec3::from(body.velocity).length();
                let place = format!("{substeps} x {iterations}, frame {frame}, {}", body.name);
                assert!(spin < 150.0, "{place}: {spin} rad/s");
                assert!(speed < 20.0, "{place}: {speed} m/s");
            }
        }
    }
}
