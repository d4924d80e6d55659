//! An emitter fills a glass with water.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::Vec3;
use serde_json::json;

/// Outer radius and height of the glass, m.
const RADIUS: f64 = 0.045;
const HEIGHT: f64 = 0.13;
/// Thickness of its wall, m.
const THICK: f64 = 0.005;
const SPACING: f32 = 0.01;
/// Number of emitted particles.
const PARTICLES: u32 = 300;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Pour: water comes out of a spout for a second, falls into a glass, and stays there.",
    );
    scene.extra("pliant_substeps", 6);
    scene.extra("pliant_kill_below", -0.1);
    scene.camera([0.26, 0.2, 0.34], [0.0, 0.09, 0.0], 36.0);
    let size = Vec3::new(0.3, 0.02, 0.3);
    let wood = scene.material(&Material::new("Wood", 0.45, 0.28, 0.15).roughness(0.7));
    let table = scene.mesh("Table", [shapes::cuboid(size).material(wood)]);
    let shape = scene.shape(Shape::Box { size });
    scene.add(
        Node::new("Table")
            .mesh(table)
            .at([0.0, -size.y / 2.0, 0.0])
            .collider(shape, None),
    );
    let clear = Material::new("Glass", 0.8, 0.9, 0.95)
        .roughness(0.1)
        .opacity(0.15);
    let clear = scene.material(&clear);
    let glass = shapes::glass(RADIUS, HEIGHT, THICK, 32).material(clear);
    let glass = scene.mesh("Glass", [glass]);
    scene.add(
        Node::new("Glass")
            .mesh(glass)
            .extras(json!({"pliant_body": "static"})),
    );
    let water = scene.material(&Material::new("Water", 0.1, 0.35, 0.6).roughness(0.1));
    let spout = shapes::points([3, 1, 3], SPACING).material(water);
    let spout = scene.mesh("Spout", [spout]);
    scene.add(
        Node::new("Water")
            .mesh(spout)
            .at([-SPACING, 0.17, -SPACING])
            .extras(json!({
                "pliant_body": "fluid", "pliant_spacing": SPACING, "pliant_friction": 0.05,
                "pliant_emit": {"rate": PARTICLES, "velocity": [0, -0.4, 0], "duration": 1},
            })),
    );
    let water = |metric| Expect::body("Water", metric);
    scene.expect(water("pending").at_end().max(0.0));
    scene.expect(water("leaked").max(0.0));
    scene.expect(water("max_penetration").max(1e-3));
    // The water is 0.06 m deep, and all of it is inside the glass.
    scene.expect(water("com.y").at_end().near(0.035, 0.008));
    scene.expect(water("aabb.max.y").at_end().max(HEIGHT));
    scene
}
