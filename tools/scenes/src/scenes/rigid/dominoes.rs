//! A row of dominoes, of which the first is pushed.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::Vec3;
use serde_json::json;

const COUNT: u32 = 10;
const SIZE: Vec3 = Vec3::new(0.04, 0.24, 0.12);
/// Distance between dominoes, m.
const STEP: f32 = 0.12;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage("Dominoes in a row: the first is pushed, and all fall.");
    scene.camera([0.6, 0.7, 1.6], [0.5, 0.1, 0.0], 40.0);
    let ground = scene.material(&Material::new("Ground", 0.5, 0.52, 0.5));
    scene.floor(0.0, 3.0, ground);
    let bone = scene.material(&Material::new("Bone", 0.9, 0.86, 0.75).roughness(0.4));
    let mesh = scene.mesh("Domino", [shapes::cuboid(SIZE).material(bone)]);
    let shape = scene.shape(Shape::Box { size: SIZE });
    for i in 0..COUNT {
        let name = format!("Domino{i}");
        let node = Node::new(&name)
            .at([STEP * i as f32, SIZE.y / 2.0, 0.0])
            .mesh(mesh)
            .collider(shape, None);
        let push = if i == 0 {
            json!({"linearVelocity": [0.5, 0, 0], "angularVelocity": [0, 0, -4], "mass": 0.3})
        } else {
            json!({"mass": 0.3})
        };
        scene.add(
            node.motion(push)
                .extra("pliant_body", "rigid")
                .extra("pliant_collider", "box"),
        );
        scene.expect(Expect::body(&name, "com.y").at_end().min(0.015).max(0.1));
    }
    scene
}
