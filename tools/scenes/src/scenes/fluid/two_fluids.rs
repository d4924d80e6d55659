//! Oil below water rises.

use crate::scenes::{stage, tank};
use crate::{Document, Expect, Material, Node, shapes};
use glam::Vec3;
use serde_json::json;

/// Inner size of the tank, m.
const TANK: Vec3 = Vec3::new(0.18, 0.3, 0.12);
/// Height of each fluid, m.
const LAYER: f32 = 0.06;
const SPACING: f32 = 0.015;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene =
        stage("Two fluids: oil lies beside water, goes up on top of it, and stays there.");
    scene.extra("pliant_substeps", 6);
    scene.extra("pliant_iterations", 2);
    scene.camera([0.45, 0.35, 0.6], [0.0, 0.08, 0.0], 34.0);
    tank(&mut scene, TANK);
    let half = Vec3::new(TANK.x / 2.0, 2.0 * LAYER, TANK.z);
    for (name, color, density, side) in [
        ("Water", [0.1, 0.35, 0.6], 1000.0, -1.0),
        ("Oil", [0.75, 0.55, 0.1], 600.0, 1.0),
    ] {
        let [red, green, blue] = color;
        let liquid = scene.material(&Material::new(name, red, green, blue).roughness(0.1));
        let block = scene.mesh(name, [shapes::cuboid(half).material(liquid)]);
        let at = Vec3::new(side * TANK.x / 4.0, LAYER, 0.0);
        scene.add(Node::new(name).mesh(block).at(at).extras(json!({
            "pliant_body": "fluid", "pliant_spacing": SPACING, "pliant_density": density, "pliant_friction": 0,
        })));
    }
    // At rest their centres are half a layer, and one and a half layers, above the floor.
    scene.expect(
        Expect::body("Water", "com.y")
            .at_end()
            .max(f64::from(0.75 * LAYER)),
    );
    scene.expect(
        Expect::body("Oil", "com.y")
            .at_end()
            .min(f64::from(1.25 * LAYER)),
    );
    for name in ["Water", "Oil"] {
        scene.expect(Expect::body(name, "density_error.mean").max(0.02));
        scene.expect(Expect::body(name, "leaked").max(0.0));
        scene.expect(Expect::body(name, "max_penetration").max(1e-4));
    }
    scene
}
