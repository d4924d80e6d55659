//! A light box and a balloon float, and a heavy box sinks.

use crate::scenes::{stage, tank};
use crate::{Document, Expect, Material, Node, ball, shapes};
use glam::Vec3;
use serde_json::json;

/// Inner size of the tank, m.
const TANK: Vec3 = Vec3::new(0.35, 0.25, 0.14);
/// Initial depth of the water, m.
const DEPTH: f32 = 0.105;
const SPACING: f32 = 0.0175;
/// Side of a box, m.
const SIDE: f32 = 0.075;
/// Radius, m, and mass, kg, of the balloon, of which a fifth is submerged.
const RADIUS: f32 = 0.035;
const SKIN: f32 = 0.036;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Float: of two soft boxes in water, one has half of its density and floats, the other more and sinks; a balloon swims on top.",
    );
    scene.extra("pliant_substeps", 6);
    scene.camera([0.45, 0.35, 0.6], [0.0, 0.07, 0.0], 34.0);
    tank(&mut scene, TANK);
    let water = scene.material(&Material::new("Water", 0.1, 0.35, 0.6).roughness(0.1));
    let size = Vec3::new(TANK.x, DEPTH, TANK.z);
    let block = scene.mesh("Water", [shapes::cuboid(size).material(water)]);
    scene.add(
        Node::new("Water")
            .mesh(block)
            .at([0.0, DEPTH / 2.0, 0.0])
            .extras(json!({
                "pliant_body": "fluid", "pliant_spacing": SPACING, "pliant_friction": 0,
            })),
    );
    for (name, color, density, x) in [
        ("Cork", [0.75, 0.55, 0.35], 500.0, -0.115),
        ("Clay", [0.5, 0.2, 0.12], 1500.0, 0.0),
    ] {
        let [red, green, blue] = color;
        let solid = scene.material(&Material::new(name, red, green, blue).roughness(0.7));
        let mesh = shapes::block(Vec3::splat(SIDE), 2).material(solid);
        let mesh = scene.mesh(name, [mesh]);
        let at = Vec3::new(x, DEPTH + SIDE / 2.0 + 0.01, 0.0);
        scene.add(Node::new(name).mesh(mesh).at(at).extras(json!({
            "pliant_body": "soft", "pliant_spacing": SIDE / 4.0, "pliant_density": density,
            "pliant_youngs_modulus": 1e5, "pliant_friction": 0.1, "pliant_self_collision": false,
        })));
    }
    let rubber = scene.material(&Material::new("Balloon", 0.75, 0.1, 0.15).roughness(0.3));
    let mesh = scene.mesh("Balloon", [ball::icosphere(RADIUS, 2).material(rubber)]);
    let node = Node::new("Balloon")
        .mesh(mesh)
        .at([0.115, DEPTH + RADIUS + 0.01, 0.0]);
    scene.add(node.extras(json!({
        "pliant_body": "balloon", "pliant_mass": SKIN, "pliant_pressure": 1.1, "pliant_stretch_compliance": 1e-3,
        "pliant_velocity_damping": 0.9, "pliant_friction": 0.1, "pliant_thickness": 0.004, "pliant_self_collision": false,
    })));
    // The clay, half of the cork and the balloon raise the level to 0.118 m; half of the cork is above it.
    scene.expect(Expect::body("Cork", "com.y").at_end().near(0.118, 0.015));
    scene.expect(Expect::body("Clay", "com.y").at_end().max(0.05));
    // Inflated to 1.1 times its rest volume; its lowest fifth displaces its weight.
    scene.expect(Expect::body("Balloon", "com.y").at_end().near(0.138, 0.015));
    scene.expect(Expect::body("Water", "density_error.mean").max(0.02));
    scene.expect(Expect::body("Water", "leaked").max(0.0));
    scene.expect(Expect::body("Water", "max_penetration").max(1e-4));
    scene
}
