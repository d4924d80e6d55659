//! A flag in the wind.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use serde_json::json;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage("A flag of 0.1 kg/m², held at its left edge, flies in a wind of 8 m/s.");
    scene.extra("pliant_substeps", 40);
    scene.extra("pliant_wind", json!([8, 0, 1.5]));
    scene.camera([1.2, 1.6, 3.4], [0.1, 1.35, 0.0], 36.0);

    let silk = Material::new("Silk", 1.0, 1.0, 1.0)
        .two_sided()
        .roughness(0.7)
        .checker([24, 74, 140], [240, 240, 236], 3);
    let silk = scene.material(&silk);
    let sheet = shapes::grid(49, 33, 1.5, 1.0).upright();
    let sheet = scene.mesh("Flag", [sheet.material(silk)]);
    let flag = Node::new("Flag").at([0.0, 1.5, 0.0]).mesh(sheet);
    scene.add(flag.extras(json!({
        "pliant_body": "cloth",
        "pliant_pin": "left",
        "pliant_density": 0.1,
        "pliant_links": "grid",
        "pliant_shear_compliance": 1e-3,
        "pliant_bend_compliance": 1e4,
        "pliant_self_collision": false,
    })));

    let steel = scene.material(
        &Material::new("Steel", 0.6, 0.6, 0.62)
            .metal()
            .roughness(0.35),
    );
    let pole = scene.mesh("Pole", [shapes::cylinder(0.02, 2.05, 32).material(steel)]);
    scene.add(Node::new("Pole").at([-0.77, 1.03, 0.0]).mesh(pole));
    let ground = scene.shape(Shape::Plane);
    scene.add(Node::new("Ground").collider(ground, None));
    expectations(&mut scene);
    scene
}

/// Expects that the wind lifts the flag against gravity, and does not move it sideways.
fn expectations(scene: &mut Document) {
    let flag = |metric| Expect::body("Flag", metric);
    scene.expect(flag("mean_strain").max(0.01));
    scene.expect(flag("com.x").at_end().min(-0.3));
    scene.expect(flag("aabb.min.y").min(0.3));
    scene.expect(flag("aabb.max.x").max(0.85));
}
