//! Boxes fall in a heap.

use super::{open_box, stage};
use crate::{Document, Expect, Material, Node, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

const SIDE: f32 = 0.2;
/// Columns along each side, and boxes in a column.
const COLUMNS: u32 = 3;
const HIGH: u32 = 4;
/// Of the larger box, inside, m.
const HALF: f64 = 0.65;

pub(super) fn scene() -> Document {
    let mut scene = stage("Boxes fall into a larger one, and come to rest in a heap.");
    // Few iterations leave heaps creeping for seconds.
    scene.extra("pliant_iterations", 4);
    scene.look([2.6, 2.2, 3.2], [0.0, 0.5, 0.0], 40.0);
    open_box(&mut scene, HALF as f32, 1.2);
    let colors = [[0.75, 0.24, 0.1], [0.12, 0.35, 0.6], [0.85, 0.65, 0.2]];
    let meshes = colors.map(|[r, g, b]| {
        let paint = scene.material(&Material::new("Paint", r, g, b).rough(0.5));
        scene.mesh("Box", [shapes::cuboid(Vec3::splat(SIDE)).material(paint)])
    });
    for i in 0..COLUMNS * COLUMNS * HIGH {
        let (x, z, y) = (i % COLUMNS, i / COLUMNS % COLUMNS, i / (COLUMNS * COLUMNS));
        let along = |k: u32| 1.8 * SIDE * (k as f32 - 0.5 * (COLUMNS - 1) as f32);
        let at = Vec3::new(along(x), 0.2 + 1.8 * SIDE * y as f32, along(z));
        let turn = Quat::from_euler(
            glam::EulerRot::XYZ,
            0.3 * i as f32,
            0.7 * i as f32,
            0.2 * i as f32,
        );
        let node = Node::new(&format!("Box{i}")).at(at).turned(turn);
        scene.add(node.mesh(meshes[i as usize % meshes.len()]).extras(json!({
            "pliant_body": "rigid", "pliant_collider": "box", "pliant_friction": 0.5})));
        let end = |metric: &str| Expect::body(&format!("Box{i}"), metric).at_end();
        scene.expect(end("com.x").min(-HALF).max(HALF));
        scene.expect(end("com.y").min(0.09).max(1.2));
        scene.expect(end("com.z").min(-HALF).max(HALF));
        // J: at most a millimetre a second.
        scene.expect(end("kinetic_energy").max(4e-6));
    }
    // None is in another one, or in a wall, by more than 1 % of its side.
    scene.expect(Expect::scene("max_penetration").max(2e-3));
    scene
}
