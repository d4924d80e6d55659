//! A car with four driven, sprung wheels drives over a bump.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::{Quat, Vec3};
use serde_json::json;
use std::f32::consts::FRAC_PI_2;

const BODY: Vec3 = Vec3::new(1.0, 0.16, 0.5);
/// Radius and width of a wheel, m.
const RADIUS: f32 = 0.16;
const WIDTH: f32 = 0.1;
/// Target angular velocity of the wheels, rad/s.
const SPEED: f32 = 10.0;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage("A car drives on: motors turn its wheels, springs carry it over a bump.");
    scene.camera([1.2, 1.6, 5.6], [1.5, 0.2, 0.0], 42.0);
    let grip = scene.physics_material(1.0, 0.9, 0.0);
    road(&mut scene, grip);
    let red = scene.material(&Material::new("Paint", 0.7, 0.08, 0.06).roughness(0.3));
    let hood = shapes::cuboid(Vec3::new(0.5, 0.18, 0.44))
        .material(red)
        .translated(Vec3::new(-0.05, 0.17, 0.0));
    let mesh = scene.mesh("Car", [shapes::cuboid(BODY).material(red), hood]);
    let shape = scene.shape(Shape::Box { size: BODY });
    let car = Node::new("Car")
        .at([0.0, 0.3, 0.0])
        .mesh(mesh)
        .collider(shape, Some(grip))
        .extra("pliant_body", "rigid");
    let car = scene.add(
        car.extra("pliant_collider", "box")
            .motion(json!({"mass": 20})),
    );
    let rubber = scene.material(&Material::new("Rubber", 0.08, 0.08, 0.09).roughness(0.8));
    let mark = scene.material(&Material::new("Hub", 0.8, 0.8, 0.8).metal().roughness(0.3));
    let tyre = shapes::cylinder(RADIUS, WIDTH, 48).material(rubber);
    let bar = shapes::cuboid(Vec3::new(1.4 * RADIUS, 1.05 * WIDTH, 0.04)).material(mark);
    let wheel = scene.mesh("Wheel", [tyre, bar]);
    let shape = scene.shape(Shape::cylinder(WIDTH, RADIUS));
    // A sprung slider along Y with a driven rotation about Z.
    let axle = scene.physics_joint(json!({
        "limits": [{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1], "min": 0, "max": 0},
            {"linearAxes": [1], "min": -0.06, "max": 0.06}],
        "drives": [{"type": "linear", "mode": "force", "axis": 1, "stiffness": 1500, "damping": 80},
            {"type": "angular", "mode": "force", "axis": 2, "velocityTarget": -SPEED, "damping": 3, "maxForce": 12}]}));
    let flat = Quat::from_rotation_x(FRAC_PI_2);
    for (i, (x, z)) in [(-0.32, -0.33), (-0.32, 0.33), (0.32, -0.33), (0.32, 0.33)]
        .into_iter()
        .enumerate()
    {
        let at = Vec3::new(x, -0.12, z);
        let node = Node::new(&format!("Wheel{i}"))
            .at(Vec3::new(0.0, 0.3, 0.0) + at)
            .rotated(flat)
            .mesh(wheel);
        let node = scene.add(node.collider(shape, Some(grip)).motion(json!({"mass": 2})));
        let hub = scene.add_child(node, Node::new("Hub").rotated(flat.inverse()));
        scene.add_child(car, Node::new("Axle").at(at).joint(hub, axle));
    }
    // The car moves by the rotation of its wheels, and stays upright.
    scene.expect(Expect::body("Car", "com.x").at_end().min(1.5).max(3.2));
    scene.expect(Expect::body("Car", "com.y").min(0.2).max(0.6));
    scene.expect(
        Expect::body("Car", "velocity.x")
            .at_end()
            .near(f64::from(SPEED * RADIUS), 0.3),
    );
    scene
}

/// Adds a floor with a bump across it.
fn road(scene: &mut Document, grip: usize) {
    let stone = scene.material(&Material::new("Road", 0.45, 0.46, 0.45));
    let mesh = scene.mesh("Road", [shapes::grid(2, 2, 8.0, 3.0).material(stone)]);
    let plane = scene.shape(Shape::Plane);
    scene.add(
        Node::new("Road")
            .at([1.5, 0.0, 0.0])
            .mesh(mesh)
            .collider(plane, Some(grip)),
    );
    let across = Quat::from_rotation_x(FRAC_PI_2);
    let log = scene.mesh("Bump", [shapes::cylinder(0.1, 1.6, 48).material(stone)]);
    let shape = scene.shape(Shape::cylinder(1.6, 0.1));
    let node = Node::new("Bump")
        .at([1.2, -0.06, 0.0])
        .rotated(across)
        .mesh(log);
    scene.add(node.collider(shape, Some(grip)));
}
