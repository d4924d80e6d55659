//! The behaviour that an author expects of single keys: restitution, friction, filters, rest positions and mass.

use glam::{Quat, Vec3};
use pliant_scenes::{Document, Mode, Node, Primitive, Shape};
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

/// A rod of two particles, 10 cm long, at `at` above a plane that is rotated by `slope` about Z, rad.
fn rod_over_plane(at: Vec3, slope: f32, [friction, restitution]: [f32; 2]) -> World {
    let turn = Quat::from_rotation_z(slope);
    let mut document = Document::new();
    let plane = document.shape(Shape::Plane);
    let surface = document.physics_material(friction, friction, restitution);
    document.add(
        Node::new("Plane")
            .rotated(turn)
            .collider(plane, Some(surface)),
    );
    let keys = json!({"pliant_friction": friction, "pliant_restitution": restitution});
    add_rod(
        &mut document,
        [turn * (at - 0.05 * Vec3::Z), turn * (at + 0.05 * Vec3::Z)],
        keys,
        &[],
    );
    World::new(&scene_of(&document), |_| {})
}

fn add_rod(document: &mut Document, ends: [Vec3; 2], keys: Value, rest: &[Vec3]) {
    let mut line = Primitive::new(Mode::Lines, ends.to_vec());
    line.indices = vec![0, 1];
    if !rest.is_empty() {
        line = line.vector("_REST_POSITION", rest.to_vec());
    }
    let mesh = document.mesh("Rod", [line]);
    let plain =
        json!({"pliant_body": "rope", "pliant_thickness": 0, "pliant_self_collision": false});
    document.add(Node::new("Rod").mesh(mesh).extras(plain).extras(keys));
}

/// The heights of V18a: dropped from 1 m with e = 0.7, the rod bounces to 0.49 m, then to 0.24 m.
#[test]
fn a_bounce_keeps_the_square_of_its_restitution() {
    let mut world = rod_over_plane(Vec3::Y, 0.0, [0.0, 0.7]);
    let mut heights = Vec::new();
    for _ in 0..120 {
        world.run(1);
        heights.push(world.body().com[1]);
    }
    let peaks: Vec<f64> = heights
        .windows(3)
        .filter(|h| h[1] > h[0] && h[1] >= h[2])
        .map(|h| h[1])
        .collect();
    assert!(
        (peaks[0] - 0.49).abs() <= 0.02 && (peaks[1] - 0.2401).abs() <= 0.02,
        "{peaks:?}"
    );
}

/// On 20° the rod sticks with μ = 0.6; on 50° it slides with μ = 0.2 at g (sin θ − μ cos θ) = 6.25375 m/s² (V17).
#[test]
fn a_rod_sticks_or_slides_by_its_friction() {
    let mut held = rod_over_plane(Vec3::ZERO, 20_f32.to_radians(), [0.6, 0.0]);
    held.run(300);
    let displacement = held
        .body()
        .com
        .map(f64::abs)
        .into_iter()
        .fold(0.0, f64::max);
    assert!(displacement <= 1e-3, "it crept {displacement} m in 5 s");
    let mut sliding = rod_over_plane(Vec3::ZERO, 50_f32.to_radians(), [0.2, 0.0]);
    sliding.run(30);
    let distance = glam::DVec3::from(sliding.body().com).length();
    let expected = 0.5 * 6.25375 * 0.25;
    assert!(
        (distance / expected - 1.0).abs() <= 0.02,
        "{distance} m, not {expected} m"
    );
}

/// Two rods fall on a glass pane above the ground; the filter of one excludes glass.
#[test]
fn filters_disable_collisions() {
    let mut document = Document::new();
    let plane = document.shape(Shape::Plane);
    let glass = document.collision_filter(json!({"collisionSystems": ["glass"]}));
    let light = document.collision_filter(json!({"notCollideWithSystems": ["glass"]}));
    let pane = Node::new("Pane").at([0.0, 0.5, 0.0]).collider(plane, None);
    document.add(pane.filtered(glass));
    document.add(Node::new("Ground").collider(plane, None));
    for (name, x) in [("Stopped", 0.0), ("Passing", 1.0)] {
        let ends = [Vec3::new(x, 0.6, 0.0), Vec3::new(x, 0.6, 0.1)];
        let mut line = Primitive::new(Mode::Lines, ends.to_vec());
        line.indices = vec![0, 1];
        let mesh = document.mesh(name, [line]);
        let keys =
            json!({"pliant_body": "rope", "pliant_thickness": 0, "pliant_self_collision": false});
        let node = Node::new(name).mesh(mesh).extras(keys);
        document.add(if name == "Passing" {
            node.filtered(light)
        } else {
            node
        });
    }
    let mut world = World::new(&scene_of(&document), |_| {});
    world.run(60);
    let bodies = world.measure().bodies;
    for (body, height) in bodies.iter().zip([0.5, 0.0]) {
        assert!(
            (body.com[1] - height).abs() < 1e-4,
            "{} at {} m",
            body.name,
            body.com[1]
        );
        assert!(
            body.max_penetration.expect("colliders") < 1e-4,
            "{}",
            body.name
        );
    }
}

#[test]
fn a_rod_returns_to_the_length_of_its_rest_positions() {
    let mut document = Document::new();
    let keys = json!({"pliant_mass": 3, "pliant_air_drag": 5});
    add_rod(
        &mut document,
        [Vec3::ZERO, Vec3::X],
        keys,
        &[Vec3::ZERO, 0.5 * Vec3::X],
    );
    let mut world = World::new(&scene_of(&document), |settings| {
        settings.gravity = glam::DVec3::ZERO;
    });
    assert_eq!(world.summary().bodies[0].mass, 3.0);
    assert!(
        (world.body().max_strain.expect("a link") - 1.0).abs() < 1e-6,
        "it does not start twice as long"
    );
    world.run(120);
    let [low, high] = world.body().aabb;
    assert!(
        (high[0] - low[0] - 0.5).abs() < 1e-4,
        "{} m",
        high[0] - low[0]
    );
    assert!((world.body().com[0] - 0.5).abs() < 1e-4, "its middle moved");
}
