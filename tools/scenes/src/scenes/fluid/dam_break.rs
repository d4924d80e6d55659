//! A column of water collapses in a tank.

use crate::scenes::{stage, tank};
use crate::{Document, Expect, Material, Node, shapes};
use glam::Vec3;
use serde_json::json;

/// Inner size of the tank, m.
const TANK: Vec3 = Vec3::new(0.56, 0.4, 0.105);
/// Size of the column, m.
const COLUMN: Vec3 = Vec3::new(0.14, 0.28, 0.105);
const SPACING: f32 = 0.0175;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Dam break: a column of water is let go, runs over the floor and up the other wall; nothing leaks.",
    );
    scene.extra("pliant_substeps", 6);
    scene.extra("pliant_iterations", 2);
    scene.camera([0.75, 0.55, 1.0], [0.0, 0.12, 0.0], 36.0);
    tank(&mut scene, TANK);
    let water = scene.material(&Material::new("Water", 0.1, 0.35, 0.6).roughness(0.1));
    let column = scene.mesh("Column", [shapes::cuboid(COLUMN).material(water)]);
    let corner = (COLUMN - TANK) / 2.0 + Vec3::new(0.0, TANK.y / 2.0, 0.0);
    scene.add(Node::new("Water").mesh(column).at(corner).extras(json!({
        "pliant_body": "fluid", "pliant_spacing": SPACING, "pliant_friction": 0,
    })));
    let water = |metric| Expect::body("Water", metric);
    scene.expect(water("max_penetration").max(1e-4));
    scene.expect(water("leaked").max(0.0));
    scene.expect(water("density_error.mean").max(0.02));
    // The level at rest is 0.07 m.
    scene.expect(water("com.y").at_end().near(0.035, 0.012));
    scene.expect(water("aabb.max.x").at(0.5).min(0.26));
    scene.expect(Expect::scene("overflow.neighbours").max(0.0));
    scene
}
