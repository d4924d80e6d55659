//! Scenes of fluids for tests.

use crate::world::scene_of;
use glam::Vec3;
use pliant_scene::Scene;
use pliant_scenes::shapes::{cuboid, grid, points, sphere};
use pliant_scenes::{Document, Node, Shape};
use serde_json::{Value, json};

/// Two fluids that fall into a tank, onto each other, a ball, a mesh rock, a soft box and a sheet. A third one is emitted and
/// removed again. Every pass of fluids has work.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn fluids() -> Scene {
    let mut document = Document::new();
    tank(&mut document, Vec3::new(0.2437, 0.3, 0.2071), json!({}));
    let ball = document.shape(Shape::Sphere { radius: 0.04 });
    document.add(
        Node::new("Ball")
            .at([0.1193, 0.0203, 0.0987])
            .collider(ball, None),
    );
    let rock = document.mesh("Rock", [sphere(0.05, 12, 8)]);
    let rock = Node::new("Rock").mesh(rock).at([0.0513, 0.0307, 0.1511]);
    document.add(rock.extras(json!({"pliant_body": "static"})));
    let water = document.mesh("Water", [points([11, 6, 9], 0.02)]);
    let water = Node::new("Water").mesh(water).at([0.0107, 0.1213, 0.0119]);
    document
        .add(water.extras(json!({
        "pliant_body": "fluid", "pliant_velocity": [0.5, -2.0, 0.3], "pliant_cohesion": 0.1, "pliant_vorticity": 5})));
    let oil = document.mesh("Oil", [cuboid(Vec3::new(0.16, 0.06, 0.16))]);
    let oil = Node::new("Oil").mesh(oil).at([0.1213, 0.281, 0.1027]);
    document.add(oil.extras(json!({
        "pliant_body": "fluid", "pliant_spacing": 0.02, "pliant_density": 700, "pliant_viscosity": 0.6, "pliant_cohesion": 0.2, "pliant_vorticity": 3,
        "pliant_velocity": [0.0, -4.0, 0.0]})));
    let soft = document.mesh("Soft", [cuboid(Vec3::splat(0.06))]);
    let soft = Node::new("Soft").mesh(soft).at([0.0707, 0.0803, 0.0601]);
    document.add(soft.extras(json!({
        "pliant_body": "soft", "pliant_spacing": 0.02, "pliant_density": 500, "pliant_self_collision": false})));
    let sheet = document.mesh("Sheet", [grid(9, 9, 0.14, 0.14)]);
    let sheet = Node::new("Sheet").mesh(sheet).at([0.1307, 0.1137, 0.1103]);
    document.add(sheet.extras(json!({
        "pliant_body": "cloth", "pliant_pin": "left", "pliant_thickness": 0.004, "pliant_self_collision": false})));
    // Under the tank, so that it soon falls below the level of removal.
    let drip = document.mesh("Drip", [points([2, 1, 2], 0.02)]);
    let drip = Node::new("Drip").mesh(drip).at([0.0913, -0.1507, 0.0671]);
    document.add(drip.extras(json!({
        "pliant_body": "fluid", "pliant_emit": {"rate": 900, "velocity": [0, -5, 0], "limit": 50}})));
    document.extra("pliant_kill_below", -0.2);
    scene_of(&document)
}

/// Adds a floor and four walls around the box from the origin to `size`, m, open at the top.
pub fn tank(document: &mut Document, size: Vec3, keys: Value) {
    /// Thickness of the walls, m.
    const THICK: f32 = 0.1;
    let outer = size + 2.0 * THICK;
    let plate = |low: Vec3, size: Vec3| (low + size / 2.0, size);
    let plates = [
        plate(Vec3::splat(-THICK), Vec3::new(outer.x, THICK, outer.z)),
        plate(Vec3::splat(-THICK), Vec3::new(THICK, outer.y, outer.z)),
        plate(
            Vec3::new(size.x, -THICK, -THICK),
            Vec3::new(THICK, outer.y, outer.z),
        ),
        plate(Vec3::splat(-THICK), Vec3::new(outer.x, outer.y, THICK)),
        plate(
            Vec3::new(-THICK, -THICK, size.z),
            Vec3::new(outer.x, outer.y, THICK),
        ),
    ];
    for (name, (middle, size)) in ["Floor", "Left", "Right", "Back", "Front"]
        .into_iter()
        .zip(plates)
    {
        let shape = document.shape(Shape::Box { size });
        let node = Node::new(name).at(middle).collider(shape, None);
        document.add(node.extras(keys.clone()));
    }
}

/// A document with a block of water at the origin, `counts` particles along each axis, `spacing` m apart.
#[must_use]
pub fn water(counts: [u32; 3], spacing: f32, keys: Value) -> Document {
    let mut document = Document::new();
    let mesh = document.mesh("Water", [points(counts, spacing)]);
    let plain = json!({"pliant_body": "fluid", "pliant_spacing": spacing, "pliant_friction": 0});
    let at = Vec3::splat(spacing / 2.0);
    document.add(
        Node::new("Water")
            .mesh(mesh)
            .at(at)
            .extras(plain)
            .extras(keys),
    );
    document
}
