//! Balloons fall into a box that is too narrow for them.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use glam::Vec3;
use serde_json::json;

/// Inner half size of the box, m.
const HALF: f32 = 0.26;
const RADIUS: f32 = 0.11;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A crowd of balloons: nine of them fall into a box, push each other aside and keep their volumes.",
    );
    scene.camera([0.9, 0.8, 1.1], [0.0, 0.18, 0.0], 38.0);
    crate::scenes::open_box(&mut scene, HALF, 0.45);
    let colors = [[0.8, 0.1, 0.15], [0.85, 0.6, 0.1], [0.1, 0.35, 0.75]];
    let meshes = colors.map(|[red, green, blue]| {
        let rubber = scene.material(&Material::new("Rubber", red, green, blue).roughness(0.2));
        scene.mesh("Balloon", [shapes::sphere(RADIUS, 16, 10).material(rubber)])
    });
    for i in 0..9_u8 {
        let name = format!("Balloon{}", i + 1);
        let turn = f32::from(i % 3) * 2.094 + f32::from(i / 3);
        let height = 0.14 + 0.24 * f32::from(i / 3);
        let at = Vec3::new(
            0.1 * turn.cos(),
            height + 0.03 * f32::from(i % 3),
            0.1 * turn.sin(),
        );
        let node = Node::new(&name)
            .mesh(meshes[usize::from(i % 3)])
            .at(at * Vec3::new(1.3, 1.0, 1.3));
        scene.add(node.extras(json!({
            "pliant_body": "balloon", "pliant_density": 0.3, "pliant_pressure": 1.1, "pliant_stretch_compliance": 1e-5,
            "pliant_bend_model": "none", "pliant_air_drag": 1, "pliant_thickness": 0.01, "pliant_friction": 0.2,
        })));
        let balloon = |metric| Expect::body(&name, metric);
        scene.expect(balloon("aabb.min.y").min(-0.01));
        scene.expect(balloon("aabb.max.x").at_end().max(f64::from(HALF) + 0.01));
        scene.expect(balloon("volume").at_end().min(5.2e-3).max(6.6e-3));
    }
    scene.expect(Expect::scene("contacts").at_end().min(30.0));
    scene
}
