//! A hanging sheet holds water.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use glam::Vec3;
use serde_json::json;

/// Half the side of the sheet, m.
const HALF: f32 = 0.08;
/// Depth of its middle below its rim, m.
const DEPTH: f32 = 0.09;
/// Vertices along each side of the sheet.
const SIDE: u32 = 14;
const SPACING: f32 = 0.012;
/// Particles along each side of the block of water.
const BLOCK: [u32; 3] = [5, 4, 5];

pub(in crate::scenes) fn scene() -> Document {
    let mut scene =
        stage("Cloth in water: a sheet that hangs by its rim holds what falls into it.");
    scene.extra("pliant_substeps", 8);
    scene.extra("pliant_iterations", 2);
    scene.camera([0.13, 0.27, 0.2], [0.0, -0.03, 0.0], 36.0);
    let linen = scene.material(&Material::new("Linen", 0.75, 0.68, 0.55).two_sided());
    let mut sheet = shapes::grid(SIDE, SIDE, 2.0 * HALF, 2.0 * HALF).material(linen);
    for x in &mut sheet.positions {
        let [u, v] = [x.x / HALF, x.z / HALF];
        x.y = -DEPTH * (1.0 - u * u) * (1.0 - v * v);
    }
    let sheet = scene.mesh("Sheet", [sheet]);
    scene.add(Node::new("Cloth").mesh(sheet).extras(json!({
        "pliant_body": "cloth", "pliant_pin": "left,right,front,back", "pliant_density": 1.5,
        "pliant_thickness": 0.005, "pliant_bend_compliance": 1e4, "pliant_self_collision": false,
    })));
    let water = scene.material(&Material::new("Water", 0.1, 0.35, 0.6).roughness(0.1));
    let block = shapes::points(BLOCK, SPACING).material(water);
    let block = scene.mesh("Block", [block]);
    let corner = Vec3::new(-0.5, 0.0, -0.5) * (BLOCK[0] - 1) as f32 * SPACING;
    scene.add(
        Node::new("Water")
            .mesh(block)
            .at(corner - Vec3::Y * 0.055)
            .extras(json!({"pliant_body": "fluid", "pliant_spacing": SPACING})),
    );
    let water = |metric| Expect::body("Water", metric);
    // No water has passed through the sheet or over its rim.
    scene.expect(water("aabb.min.y").min(f64::from(-1.3 * DEPTH)));
    scene.expect(water("aabb.max.y").max(0.0));
    scene.expect(water("kinetic_energy").at_end().max(2e-3));
    scene.expect(water("density_error.mean").max(0.02));
    scene
}
