//! A boat on a small lake.

use crate::scenes::{stage, tank};
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::Vec3;
use serde_json::json;

/// Inner size of the lake, m.
const LAKE: Vec3 = Vec3::new(0.35, 0.22, 0.245);
/// Initial depth of the water, m.
const DEPTH: f32 = 0.105;
const SPACING: f32 = 0.0175;
/// Size of the hull, m.
const HULL: Vec3 = Vec3::new(0.2, 0.08, 0.1);
/// Mass, kg, which displaces half of the volume of the hull.
const MASS: f32 = 0.8;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Boat: a rigid hull dropped on water; it floats as deep as what it displaces weighs, and upright.",
    );
    scene.extra("pliant_substeps", 6);
    scene.camera([0.45, 0.4, 0.7], [0.0, 0.08, 0.0], 36.0);
    tank(&mut scene, LAKE);
    let water = scene.material(&Material::new("Water", 0.1, 0.35, 0.6).roughness(0.1));
    let size = Vec3::new(LAKE.x, DEPTH, LAKE.z);
    let block = scene.mesh("Water", [shapes::cuboid(size).material(water)]);
    scene.add(
        Node::new("Water")
            .mesh(block)
            .at([0.0, DEPTH / 2.0, 0.0])
            .extras(
                json!({"pliant_body": "fluid", "pliant_spacing": SPACING, "pliant_friction": 0}),
            ),
    );
    boat(&mut scene);
    // Archimedes: the boat displaces its weight of water.
    let displaced = MASS / 1000.0;
    let level = DEPTH + displaced / (LAKE.x * LAKE.z);
    let draft = displaced / (HULL.x * HULL.z);
    let middle = f64::from(level - draft + HULL.y / 2.0);
    scene.expect(
        Expect::body("Boat", "com.y")
            .at_end()
            .near(middle - 0.01, 0.05 * f64::from(draft)),
    );
    scene.expect(Expect::body("Water", "density_error.mean").max(0.02));
    scene.expect(Expect::body("Water", "leaked").max(0.0));
    scene
}

/// Adds a hull with ballast, which lowers its centre of mass by 1 cm, a cabin and a mast.
fn boat(scene: &mut Document) {
    let red = scene.material(&Material::new("Hull", 0.6, 0.1, 0.08).roughness(0.4));
    let white = scene.material(&Material::new("Cabin", 0.85, 0.85, 0.8).roughness(0.5));
    let hull = scene.mesh(
        "Hull",
        [
            shapes::cuboid(HULL).material(red),
            shapes::cuboid(Vec3::new(0.08, 0.05, 0.06))
                .translated(Vec3::new(-0.03, 0.065, 0.0))
                .material(white),
            shapes::cuboid(Vec3::new(0.008, 0.16, 0.008))
                .translated(Vec3::new(0.05, 0.12, 0.0))
                .material(white),
        ],
    );
    let shape = scene.shape(Shape::Box { size: HULL });
    let node = Node::new("Boat")
        .mesh(hull)
        .at([0.0, DEPTH + HULL.y / 2.0 + 0.02, 0.0])
        .collider(shape, None);
    scene.add(node.motion(json!({"mass": MASS, "centerOfMass": [0, -0.01, 0]})));
}
