//! Chains of rigid links that hang by both ends: no joint opens, whether they sag, carry a weight or are pulled too far.

use glam::{DQuat, DVec3, Quat, Vec3};
use pliant_scenes::{Document, Node};
use pliant_tests::reference::{near, within};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

const LINKS: usize = 20;
/// Length of a link, m.
const LENGTH: f64 = 0.4;
const GRAVITY: f64 = 10.0;

/// A chain of links of these masses between two static nodes, hinged about Z, that starts as a V; damped by its hinges.
fn chain(masses: &[f32], span: f64) -> Document {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0.0, -GRAVITY, 0.0]));
    let hinge = document.physics_joint(json!({
        "limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1], "min": 0, "max": 0}],
        "drives": [{"type": "angular", "mode": "force", "axis": 2, "velocityTarget": 0, "damping": 5}]
    }));
    let slope = (span / (LINKS as f64 * LENGTH)).min(1.0).acos();
    let half = 0.5 * LENGTH as f32;
    let mut end = DVec3::ZERO;
    let mut seat = document.add(Node::new("Left"));
    for (k, mass) in masses.iter().enumerate() {
        let angle = if k < LINKS / 2 { -slope } else { slope };
        let along = LENGTH * DVec3::new(angle.cos(), angle.sin(), 0.0);
        let inertia = 0.01 * mass;
        let motion = json!({"mass": mass, "inertiaDiagonal": [inertia, inertia, inertia]});
        let link = Node::new(&format!("Link {k}"))
            .at((end + 0.5 * along).as_vec3())
            .rotated(Quat::from_rotation_z(angle as f32))
            .motion(motion);
        let link = document.add(link);
        let pivot = Node::new("Pivot").at([-half, 0.0, 0.0]).joint(seat, hinge);
        document.add_child(link, pivot);
        seat = document.add_child(link, Node::new("Seat").at([half, 0.0, 0.0]));
        end += along;
    }
    let right = Node::new("Right").at(Vec3::new(span as f32, 0.0, 0.0));
    let right = document.add(right);
    document.add_child(right, Node::new("Pivot").joint(seat, hinge));
    document
}

fn world(document: &Document, (substeps, iterations): (u32, u32)) -> World {
    World::new(&scene_of(document), |settings| {
        settings.substeps = substeps;
        settings.iterations = iterations;
    })
}

/// The largest distance between ends that joints hold together, m.
fn largest_gap(world: &mut World, span: f64) -> f64 {
    let mut end = DVec3::ZERO;
    let mut gap: f64 = 0.0;
    for body in world.measure().bodies {
        let center = DVec3::from(body.com);
        let rotation = DQuat::from_array(body.rotation.expect("a rigid body"));
        let half = rotation * (0.5 * LENGTH * DVec3::X);
        gap = gap.max(end.distance(center - half));
        end = center + half;
    }
    gap.max(end.distance(span * DVec3::X))
}

fn fastest(world: &mut World) -> f64 {
    let bodies = world.measure().bodies.into_iter();
    bodies
        .map(|body| DVec3::from(body.velocity).length())
        .fold(0.0, f64::max)
}

/// Horizontal force in a chain of equal links, N, whose slopes are tan θ = (k + ½ − n/2) m g / H.
fn tension(span: f64) -> f64 {
    let span_at = |tension: f64| -> f64 {
        slopes(tension)
            .into_iter()
            .map(|slope| LENGTH * slope.cos())
            .sum()
    };
    let (mut low, mut high) = (1.0, 1e5);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if span_at(middle) < span {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

fn slopes(tension: f64) -> Vec<f64> {
    let loads = (0..LINKS).map(|k| (k as f64 + 0.5 - 0.5 * LINKS as f64) * GRAVITY);
    loads.map(|load| (load / tension).atan()).collect()
}

/// The shape and the forces of a discrete catenary.
#[test]
fn a_chain_sags_as_a_catenary() {
    let span = 0.9 * LENGTH * LINKS as f64;
    let tension = tension(span);
    let sag: f64 = slopes(tension)[..LINKS / 2]
        .iter()
        .map(|slope| LENGTH * slope.sin())
        .sum();
    for stepping in [(20, 1), (5, 4)] {
        let mut world = world(&chain(&[1.0; LINKS], span), stepping);
        world.run(600);
        within("gap", largest_gap(&mut world, span), 0.0, 1e-3);
        let metrics = world.measure();
        let [left, right] = [LINKS / 2 - 1, LINKS / 2].map(|k| {
            let body = &metrics.bodies[k];
            let rotation = DQuat::from_array(body.rotation.expect("a rigid body"));
            let half = rotation * (0.5 * LENGTH * DVec3::X);
            (DVec3::from(body.com), half)
        });
        near("lowest joint", (left.0 + left.1).y, sag, 0.005);
        near("lowest joint", (right.0 - right.1).y, sag, 0.005);
        let held = DVec3::from(metrics.joints[0].force);
        near("horizontal force", held.x.abs(), tension, 0.02);
        let weight = 0.5 * LINKS as f64 * GRAVITY;
        near("vertical force", held.y.abs(), weight, 0.02);
    }
}

/// A weight of a hundred links in the middle of a chain that is nearly straight.
#[test]
fn a_taut_chain_carries_a_weight() {
    let span = 0.9975 * LENGTH * LINKS as f64;
    let mut masses = [1.0; LINKS];
    masses[LINKS / 2] = 100.0;
    for stepping in [(20, 1), (5, 4)] {
        let mut world = world(&chain(&masses, span), stepping);
        for frame in 1..=300 {
            world.run(1);
            let gap = largest_gap(&mut world, span);
            assert!(gap < 2e-3, "{stepping:?}, frame {frame}: {gap} m");
        }
    }
}

/// Its joints must open, and do so evenly and calmly.
#[test]
fn a_chain_that_is_too_short_stays_calm() {
    let span = 1.015 * LENGTH * LINKS as f64;
    for stepping in [(20, 1), (5, 4), (40, 1)] {
        let mut world = world(&chain(&[1.0; LINKS], span), stepping);
        for frame in 1..=300 {
            world.run(1);
            let speed = fastest(&mut world);
            assert!(speed < 3.0, "{stepping:?}, frame {frame}: {speed} m/s");
        }
        within("gap", largest_gap(&mut world, span), 5e-3, 3e-2);
        within("speed", fastest(&mut world), 0.0, 0.1);
    }
}
