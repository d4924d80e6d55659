//! Rigid bodies in contact with every kind of particle body, for the stage tests.

use crate::fluids::tank;
use crate::world::scene_of;
use glam::{EulerRot, Quat, Vec3};
use pliant_scene::Scene;
use pliant_scenes::shapes::{cuboid, grid, points};
use pliant_scenes::{Document, Mode, Node, Primitive, Shape};
use serde_json::json;

/// A box, a ball, a capsule and a mesh rock that fall on water, a sheet, a rope and a soft box. Every pass that couples
/// particles and rigid bodies has work.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn coupled() -> Scene {
    let mut document = Document::new();
    tank(&mut document, Vec3::new(0.2437, 0.3, 0.2071), json!({}));
    let water = document.mesh("Water", [points([11, 3, 9], 0.02)]);
    let water = Node::new("Water").mesh(water).at([0.0107, 0.0113, 0.0119]);
    document.add(water.extras(json!({"pliant_body": "fluid", "pliant_friction": 0.2})));
    let sheet = document.mesh("Sheet", [grid(5, 5, 0.14, 0.14)]);
    let sheet = Node::new("Sheet").mesh(sheet).at([0.1307, 0.1137, 0.1103]);
    document.add(sheet.extras(json!({
        "pliant_body": "cloth", "pliant_pin": "left", "pliant_thickness": 0.004, "pliant_friction": 0.4})));
    let along = (0..=12).map(|i| Vec3::new(0.015 * i as f32, 0.0, 0.0));
    let rope = document.mesh("Rope", [Primitive::new(Mode::LineStrip, along.collect())]);
    let rope = Node::new("Rope").mesh(rope).at([0.0307, 0.0937, 0.0403]);
    document.add(rope.extras(json!({"pliant_body": "rope", "pliant_thickness": 0.01, "pliant_attach": ["12=Thrown0", "0=Rock"]})));
    let soft = document.mesh("Soft", [cuboid(Vec3::splat(0.06))]);
    let soft = Node::new("Soft").mesh(soft).at([0.0707, 0.1203, 0.1401]);
    document.add(soft.extras(json!({
        "pliant_body": "soft", "pliant_spacing": 0.02, "pliant_density": 500, "pliant_self_collision": false,
        "pliant_attach": ["0=Rock"]})));
    rigid_bodies(&mut document);
    scene_of(&document)
}

/// Adds the falling rigid bodies.
fn rigid_bodies(document: &mut Document) {
    let grip = document.physics_material(0.6, 0.4, 0.5);
    let shapes = [
        Shape::Box {
            size: Vec3::new(0.07, 0.03, 0.05),
        },
        Shape::Sphere { radius: 0.03 },
        Shape::Capsule {
            height: 0.05,
            bottom: 0.02,
            top: 0.015,
        },
    ];
    let positions = [
        [0.1213, 0.1393, 0.1107],
        [0.0713, 0.0837, 0.0513],
        [0.1713, 0.0913, 0.0519],
    ];
    for (i, (shape, position)) in shapes.into_iter().zip(positions).enumerate() {
        let shape = document.shape(shape);
        let turn =
            Quat::from_axis_angle(Vec3::new(1.0, 0.5, 0.2).normalize(), 0.3 * (i + 1) as f32);
        let node = Node::new(&format!("Thrown{i}")).at(position).rotated(turn);
        let node = node.collider(shape, Some(grip));
        document.add(node.motion(json!({
            "mass": 0.05 + 0.05 * i as f32, "inertiaDiagonal": [0.002, 0.003, 0.004], "linearVelocity": [0.1, -1.5, 0.2], "angularVelocity": [3, 1, 2]})));
    }
    let rock = document.mesh("Rock", [cuboid(Vec3::new(0.03, 0.05, 0.08))]);
    let rock = Node::new("Rock").mesh(rock).at([0.0703, 0.1807, 0.1413]);
    let rock = rock.rotated(Quat::from_euler(EulerRot::YXZ, 0.5, 0.7, 0.4));
    document.add(rock.extras(json!({
        "pliant_body": "rigid", "pliant_collider": "mesh", "pliant_mass": 0.1, "pliant_velocity": [0, -2, 0]})));
}
