//! A heap of rigid bodies of every shape, for the stage tests.

use glam::{Quat, Vec3};
use pliant_scene::Scene;
use pliant_scenes::shapes::{cuboid, sphere};
use pliant_scenes::{Channel, Document, Interpolation, Node, Shape, Track};
use serde_json::json;

/// Bodies of each shape in many orientations, which overlap or almost do, on a floor, a moving slab and a rock; a few
/// others bounce.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn heap() -> Scene {
    let mut document = Document::new();
    let grip = document.physics_material(0.6, 0.4, 0.0);
    bouncing(&mut document);
    ground(&mut document, grip);
    bodies(&mut document, grip);
    crate::world::scene_of(&document)
}

/// Adds a floor, a slab that slides, and a rock of triangles.
fn ground(document: &mut Document, grip: usize) {
    let floor = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(floor, Some(grip)));
    let slab = document.shape(Shape::Box {
        size: Vec3::new(0.4, 0.1, 1.0),
    });
    let slab = Node::new("Slab")
        .at([1.1, 0.03, 0.5])
        .collider(slab, Some(grip))
        .kinematic();
    let slab = document.add(slab);
    document.animation(
        "Slides",
        &[Channel {
            node: slab,
            times: vec![0.0, 1.0],
            interpolation: Interpolation::Linear,
            track: Track::Translation(vec![Vec3::new(1.1, 0.03, 0.5), Vec3::new(0.3, 0.03, 0.5)]),
        }],
    );
    let rock = document.mesh("Rock", [sphere(0.3, 12, 8)]);
    document.add(
        Node::new("Rock")
            .at([-0.35, 0.0, 0.4])
            .mesh(rock)
            .extras(json!({
        "pliant_body": "static", "pliant_collider": "mesh", "pliant_friction": 0.5})),
    );
}

fn rotation(i: usize) -> Quat {
    let axis = Vec3::new(1.0, 0.3 * i as f32, 0.7).normalize();
    Quat::from_axis_angle(axis, 0.37 * i as f32)
}

/// Adds bodies of every shape.
fn bodies(document: &mut Document, grip: usize) {
    let shapes = [
        Shape::Sphere { radius: 0.11 },
        Shape::Box {
            size: Vec3::new(0.2, 0.26, 0.23),
        },
        Shape::Capsule {
            height: 0.12,
            bottom: 0.08,
            top: 0.1,
        },
        Shape::Cylinder {
            height: 0.24,
            bottom: 0.12,
            top: 0.09,
        },
        Shape::Box {
            size: Vec3::new(0.31, 0.2, 0.2),
        },
    ];
    let position = |i: usize| {
        let (x, y, z) = (i % 4, i / 16, i / 4 % 4);
        Vec3::new(0.36 * x as f32, 0.2 + 0.36 * y as f32, 0.36 * z as f32)
    };
    for i in 0..32 {
        let shape = document.shape(shapes[i % shapes.len()]);
        let node = Node::new(&format!("Body{i}"))
            .at(position(i))
            .rotated(rotation(i))
            .collider(shape, Some(grip));
        // They fly towards the middle, with a velocity in the frame of the body.
        let velocity = rotation(i).inverse() * (2.0 * (Vec3::new(0.5, 0.1, 0.5) - position(i)));
        document.add(node.motion(
            json!({"linearVelocity": velocity.to_array(), "angularVelocity": [1, 2, 0.5]}),
        ));
    }
    let stone = document.mesh("Stone", [sphere(0.11, 6, 4)]);
    let block = document.mesh("Block", [cuboid(Vec3::new(0.22, 0.2, 0.18))]);
    for (i, (mesh, collider)) in [(stone, "hull"), (block, "mesh")].into_iter().enumerate() {
        let at = Vec3::new(0.3 * i as f32, 0.92, 0.3);
        document.add(
            Node::new(collider)
                .at(at)
                .rotated(rotation(i + 3))
                .mesh(mesh)
                .extras(json!({
            "pliant_body": "rigid", "pliant_collider": collider, "pliant_velocity": [0, -3, 0]})),
        );
    }
}

/// Adds bodies that bounce on their own pad, since the motion of a bouncing heap depends on the last bit.
fn bouncing(document: &mut Document) {
    let rubber = document.physics_material(0.5, 0.3, 0.6);
    let pad = document.shape(Shape::Box {
        size: Vec3::new(2.0, 0.2, 1.0),
    });
    document.add(
        Node::new("Pad")
            .at([-3.0, 0.4, 0.0])
            .collider(pad, Some(rubber)),
    );
    let shapes = [
        Shape::Sphere { radius: 0.1 },
        Shape::Box {
            size: Vec3::splat(0.2),
        },
        Shape::capsule(0.2, 0.1),
    ];
    for (i, shape) in shapes.into_iter().enumerate() {
        let shape = document.shape(shape);
        let at = Vec3::new(0.5 * i as f32 - 3.5, 0.72, 0.1);
        let node = Node::new(&format!("Ball{i}"))
            .at(at)
            .rotated(Quat::from_rotation_z(0.3));
        document.add(
            node.collider(shape, Some(rubber))
                .motion(json!({"linearVelocity": [0.1, -4, 0]})),
        );
    }
}
