//! A pile of boxes.

use crate::scenes::{open_box, stage};
use crate::{Document, Expect, Material, Node, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

const SIDE: f32 = 0.2;
const BOXES: u32 = 500;
/// Columns of boxes along each side at the start.
const COLUMNS: u32 = 8;
/// Distance between boxes at the start, m: large enough for any rotation.
const PITCH: f32 = 0.24;
/// Inner half size of the container, m.
const HALF: f64 = 1.1;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Five hundred boxes fall into a larger one; after two seconds their pile is at rest and asleep.",
    );
    // With fewer iterations, piles take longer to come to rest.
    scene.extra("pliant_iterations", 4);
    scene.camera([4.0, 3.4, 4.8], [0.0, 0.5, 0.0], 40.0);
    open_box(&mut scene, HALF as f32, 1.8);
    let colors = [[0.75, 0.24, 0.1], [0.12, 0.35, 0.6], [0.85, 0.65, 0.2]];
    let meshes = colors.map(|[r, g, b]| {
        let paint = scene.material(&Material::new("Paint", r, g, b).roughness(0.5));
        scene.mesh("Box", [shapes::cuboid(Vec3::splat(SIDE)).material(paint)])
    });
    for i in 0..BOXES {
        let (x, z, y) = (i % COLUMNS, i / COLUMNS % COLUMNS, i / (COLUMNS * COLUMNS));
        // Every second layer is offset by half a box.
        let over = if y % 2 == 0 { 0.25 } else { -0.25 };
        let along = |k: u32| PITCH * (k as f32 + over - 0.5 * (COLUMNS - 1) as f32);
        let at = Vec3::new(along(x), 0.15 + PITCH * y as f32, along(z));
        let swing = |most: f32, rate: f32| most * (rate * i as f32).sin();
        let turn =
            Quat::from_rotation_y(swing(0.15, 2.7)) * Quat::from_rotation_x(swing(0.05, 1.3));
        let node = Node::new(&format!("Box{i}")).at(at).rotated(turn);
        scene.add(node.mesh(meshes[i as usize % meshes.len()]).extras(json!({
            "pliant_body": "rigid", "pliant_collider": "box"})));
    }
    // A box outside would never come to rest.
    scene.expect(Expect::scene("sleeping").at_end().min(f64::from(BOXES)));
    // 1 % of the side of a box: no box penetrates another one or a wall further.
    scene.expect(Expect::scene("max_penetration").max(2e-3));
    scene
}
