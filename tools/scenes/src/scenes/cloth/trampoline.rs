//! Rigid bodies that bounce on a cloth.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

/// Side of the cloth and its height above the floor, m.
const SIDE: f32 = 1.2;
const HEIGHT: f32 = 0.5;
/// Mass of the cloth, kg.
const CLOTH: f64 = 0.4;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Trampoline: a box, a ball and a capsule fall on a cloth that is held at its rim, and stay on it; its pins carry them.",
    );
    scene.camera([1.5, 1.15, 2.0], [0.0, 0.45, 0.0], 36.0);
    let floor = scene.material(&Material::new("Floor", 0.5, 0.48, 0.45).roughness(0.9));
    let floor = scene.mesh("Floor", [shapes::grid(2, 2, 4.0, 4.0).material(floor)]);
    scene.add(Node::new("Floor").mesh(floor));
    let canvas = scene.material(
        &Material::new("Canvas", 0.1, 0.25, 0.5)
            .roughness(0.8)
            .two_sided(),
    );
    let cloth = scene.mesh(
        "Canvas",
        [shapes::grid(25, 25, SIDE, SIDE).material(canvas)],
    );
    let rim: Vec<u32> = (0..625)
        .filter(|i| i % 25 == 0 || i % 25 == 24 || i / 25 == 0 || i / 25 == 24)
        .collect();
    scene.add(Node::new("Canvas").mesh(cloth).at([0.0, HEIGHT, 0.0]).extras(json!({
        "pliant_body": "cloth", "pliant_pin": rim, "pliant_mass": CLOTH, "pliant_stretch_compliance": 2e-5,
        "pliant_shear_compliance": 1e-4, "pliant_damping": 2e-4, "pliant_air_drag": 1, "pliant_friction": 0.6,
        "pliant_thickness": 0.01, "pliant_self_collision": false,
    })));
    jumpers(&mut scene);
    for name in ["Box", "Ball", "Capsule"] {
        scene.expect(Expect::body(name, "com.y").min(0.1));
        scene.expect(
            Expect::body(name, "com.y")
                .at_end()
                .max(f64::from(HEIGHT) + 0.15),
        );
    }
    scene.expect(Expect::body("Canvas", "max_penetration").max(1e-3));
    scene
}

fn jumpers(scene: &mut Document) {
    let size = Vec3::new(0.24, 0.12, 0.16);
    let (radius, height) = (0.09, 0.16);
    let bodies = [
        (
            "Box",
            Shape::Box { size },
            shapes::cuboid(size),
            [-0.25, 0.85, 0.1],
            1.5,
        ),
        (
            "Ball",
            Shape::Sphere { radius },
            shapes::sphere(radius, 24, 16),
            [0.25, 0.95, 0.15],
            1.0,
        ),
        (
            "Capsule",
            Shape::capsule(height, 0.06),
            shapes::capsule(0.06, height, 24, 12),
            [0.05, 1.1, -0.25],
            0.8,
        ),
    ];
    let colors = [[0.75, 0.3, 0.1], [0.2, 0.55, 0.25], [0.7, 0.6, 0.15]];
    for ((name, shape, mesh, at, mass), [r, g, b]) in bodies.into_iter().zip(colors) {
        let paint = scene.material(&Material::new(name, r, g, b).roughness(0.4));
        let mesh = scene.mesh(name, [mesh.material(paint)]);
        let shape = scene.shape(shape);
        let turn = Quat::from_rotation_z(0.4) * Quat::from_rotation_y(0.5);
        let node = Node::new(name)
            .mesh(mesh)
            .at(at)
            .rotated(turn)
            .collider(shape, None);
        scene.add(
            node.motion(json!({"mass": mass}))
                .extras(json!({"pliant_air_drag": 0.2})),
        );
    }
}
