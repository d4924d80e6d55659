//! A viscous and a thin fluid side by side.

use crate::scenes::{stage, tank};
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::Vec3;
use serde_json::json;

/// Inner size between the outer walls, m.
const TANK: Vec3 = Vec3::new(0.35, 0.25, 0.18);
/// Thickness of the wall between the fluids, m: wider than the support of the kernel.
const BETWEEN: f32 = 0.04;
/// Size of each column, m.
const COLUMN: Vec3 = Vec3::new(0.0875, 0.21, 0.07);
const SPACING: f32 = 0.0175;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Honey and water: columns of both are let go side by side; the thick one sinks down slowly.",
    );
    scene.extra("pliant_substeps", 6);
    scene.camera([0.55, 0.45, 0.6], [0.0, 0.08, 0.0], 34.0);
    tank(&mut scene, TANK);
    let wall = Material::new("Clear", 0.8, 0.9, 0.95)
        .roughness(0.1)
        .opacity(0.1);
    let wall = scene.material(&wall);
    let size = Vec3::new(TANK.x, TANK.y, BETWEEN);
    let shape = scene.shape(Shape::Box { size });
    let mesh = scene.mesh("Between", [shapes::cuboid(size).material(wall)]);
    let between = Node::new("Between").mesh(mesh);
    scene.add(between.at([0.0, TANK.y / 2.0, 0.0]).collider(shape, None));
    for (name, color, side, viscosity, friction) in [
        ("Water", [0.1, 0.35, 0.6], -1.0, 0.01, 0.0),
        ("Honey", [0.8, 0.45, 0.05], 1.0, 1.0, 1.0),
    ] {
        let [red, green, blue] = color;
        let liquid = scene.material(&Material::new(name, red, green, blue).roughness(0.1));
        let block = scene.mesh(name, [shapes::cuboid(COLUMN).material(liquid)]);
        let z = side * (BETWEEN + COLUMN.z) / 2.0;
        let at = Vec3::new((COLUMN.x - TANK.x) / 2.0, COLUMN.y / 2.0, z);
        scene.add(Node::new(name).mesh(block).at(at).extras(json!({
            "pliant_body": "fluid", "pliant_spacing": SPACING, "pliant_viscosity": viscosity, "pliant_friction": friction,
        })));
        scene.expect(Expect::body(name, "density_error.mean").max(0.02));
        scene.expect(Expect::body(name, "max_penetration").max(1e-4));
        scene.expect(Expect::body(name, "leaked").max(0.0));
    }
    // The far wall is at 0.175 m: the water has reached it, the honey has not.
    let front = |name| Expect::body(name, "aabb.max.x").at(0.3);
    scene.expect(front("Water").min(0.15));
    scene.expect(front("Honey").max(0.1));
    scene
}
