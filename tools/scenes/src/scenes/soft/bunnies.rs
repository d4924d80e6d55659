//! Rabbits fall in a pile.

use crate::scenes::{open_box, stage};
use crate::{Document, Expect, Material, Node, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

/// Distance from the middle of a rabbit to its back, m.
const SIZE: f32 = 0.1;
const RABBITS: u32 = 6;
/// Number of rabbits in a layer.
const LAYER: u32 = 4;
/// Inner half size of the box, m.
const HALF: f64 = 0.4;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Rabbits, cut into convex pieces to meet each other, fall into a box and come to rest in a heap.",
    );
    scene.camera([1.5, 1.3, 1.9], [0.0, 0.2, 0.0], 36.0);
    scene.extra("pliant_substeps", 10);
    scene.extra("pliant_iterations", 4);
    open_box(&mut scene, HALF as f32, 0.5);
    let colors = [[0.8, 0.7, 0.6], [0.45, 0.3, 0.2], [0.9, 0.9, 0.88]];
    let meshes = colors.map(|[r, g, b]| {
        let fur = scene.material(&Material::new("Fur", r, g, b).roughness(0.9));
        scene.mesh("Rabbit", [shapes::rabbit(SIZE, 16, 12).material(fur)])
    });
    for i in 0..RABBITS {
        let (x, z, y) = (i % 2, i / 2 % 2, i / LAYER);
        let along = |k: u32| 3.4 * SIZE * (k as f32 - 0.5);
        let at = Vec3::new(along(x), 0.25 + 0.36 * y as f32, along(z));
        let turn = Quat::from_euler(glam::EulerRot::YXZ, 0.8 * i as f32, 0.3 * i as f32, 0.0);
        let node = Node::new(&format!("Rabbit{i}")).at(at).rotated(turn);
        scene.add(node.mesh(meshes[i as usize % meshes.len()]).extras(json!({
            "pliant_body": "rigid", "pliant_collider": "mesh", "pliant_friction": 0.5})));
        let end = |metric: &str| Expect::body(&format!("Rabbit{i}"), metric).at_end();
        scene.expect(end("com.x").min(-HALF).max(HALF));
        scene.expect(end("com.y").min(0.05).max(0.5));
        scene.expect(end("com.z").min(-HALF).max(HALF));
        // J; the energy at a few millimetres per second.
        scene.expect(end("kinetic_energy").max(1e-4));
    }
    // Includes ears and noses.
    scene.expect(Expect::scene("max_penetration").max(1e-3));
    scene
}
