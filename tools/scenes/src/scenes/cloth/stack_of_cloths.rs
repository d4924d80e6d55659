//! Five sheets fall on the corner of a table.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

const COLORS: [[f32; 3]; 5] = [
    [0.55, 0.08, 0.1],
    [0.75, 0.42, 0.08],
    [0.7, 0.65, 0.2],
    [0.15, 0.42, 0.24],
    [0.12, 0.22, 0.5],
];

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A stack of cloths: five sheets fall on the corner of a table and hang over it, one on the other.",
    );
    scene.camera([0.9, 0.55, 0.9], [0.0, -0.08, 0.0], 38.0);
    let wood = scene.material(&Material::new("Table", 0.35, 0.22, 0.12).roughness(0.7));
    let size = Vec3::new(0.8, 0.1, 0.8);
    let top = scene.mesh("Table", [shapes::cuboid(size).material(wood)]);
    let shape = scene.shape(Shape::Box { size });
    let rough = scene.physics_material(0.9, 0.9, 0.0);
    let table = Node::new("Table").at([-0.32, -0.05, -0.32]).mesh(top);
    scene.add(table.collider(shape, Some(rough)));
    for (i, [red, green, blue]) in COLORS.into_iter().enumerate() {
        let name = format!("Sheet{}", i + 1);
        let dye = Material::new(&name, red, green, blue).two_sided();
        let dye = scene.material(&dye.roughness(0.9));
        let mesh = scene.mesh(&name, [shapes::grid(11, 11, 0.42, 0.42).material(dye)]);
        let node = Node::new(&name).mesh(mesh);
        let node = node.at([-0.06, 0.03 + 0.03 * i as f32, -0.06]);
        scene.add(node.rotated(Quat::from_rotation_y(0.2 * i as f32)).extras(json!({
            "pliant_body": "cloth", "pliant_links": "grid", "pliant_shear_compliance": 1e-3, "pliant_density": 0.3,
            "pliant_bend_compliance": 100, "pliant_air_drag": 2, "pliant_thickness": 0.012, "pliant_friction": 0.6,
        })));
        let sheet = |metric| Expect::body(&name, metric);
        scene.expect(sheet("max_penetration").max(1e-3));
        scene.expect(sheet("max_strain").max(0.1));
        scene.expect(sheet("com.y").at_end().min(-0.2));
    }
    scene.expect(Expect::scene("contacts").at_end().min(100.0));
    scene
}
