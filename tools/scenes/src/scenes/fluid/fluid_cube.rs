//! A block of points falls as water, with one particle per point.

use crate::scenes::{stage, tank};
use crate::{Document, Expect, Material, Node, shapes};
use glam::Vec3;
use serde_json::json;

/// Points along each side.
const SIDE: u32 = 9;
const SPACING: f32 = 0.03;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Fluid cube: a block of points, each a particle of water, falls into a tank and comes to rest.",
    );
    scene.extra("pliant_substeps", 6);
    scene.extra("pliant_iterations", 2);
    scene.camera([0.85, 0.7, 1.05], [0.0, 0.16, 0.0], 38.0);
    tank(&mut scene, Vec3::new(0.54, 0.5, 0.54));
    let water = scene.material(&Material::new("Water", 0.1, 0.35, 0.6).roughness(0.1));
    let block = shapes::points([SIDE; 3], SPACING).material(water);
    let block = scene.mesh("Block", [block]);
    let half = 0.5 * SPACING * (SIDE - 1) as f32;
    scene.add(
        Node::new("Cube")
            .mesh(block)
            .at([-half, 0.03, -half])
            .extras(json!({
                "pliant_body": "fluid", "pliant_friction": 0,
            })),
    );
    let cube = |metric| Expect::body("Cube", metric);
    scene.expect(cube("max_penetration").max(1e-4));
    scene.expect(cube("leaked").max(0.0));
    scene.expect(cube("density_error.mean").max(0.02));
    // 0.27³ m³ of water on 0.54² m² are 0.0675 m deep.
    scene.expect(cube("com.y").at_end().near(0.0338, 0.008));
    scene.expect(cube("kinetic_energy").at_end().max(1.0));
    scene.expect(Expect::scene("overflow.neighbours").max(0.0));
    scene
}
