//! A sheet pinned at two corners swings down.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use serde_json::json;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage("A sheet lies flat in the air, is held by two corners and swings down.");
    // Many particles hang on one corner link; small substeps keep its stretch small.
    scene.extra("pliant_substeps", 40);
    scene.camera([1.5, 1.6, 2.4], [0.0, 0.75, 0.0], 40.0);

    let satin = Material::new("Satin", 1.0, 1.0, 1.0)
        .two_sided()
        .roughness(0.6)
        .checker([176, 42, 48], [238, 214, 180], 4);
    let satin = scene.material(&satin);
    let sheet = scene.mesh("Sheet", [shapes::grid(33, 33, 1.0, 1.0).material(satin)]);
    scene.add(
        Node::new("Cloth")
            .at([0.0, 1.3, 0.0])
            .mesh(sheet)
            .extras(json!({
                "pliant_body": "cloth",
                "pliant_pin": [0, 32],
                "pliant_density": 0.3,
                "pliant_links": "grid",
                "pliant_shear_compliance": 1e-3,
                "pliant_bend_compliance": 1e4,
                "pliant_air_drag": 1,
                "pliant_self_collision": false,
            })),
    );

    let steel = scene.material(
        &Material::new("Steel", 0.6, 0.6, 0.62)
            .metal()
            .roughness(0.35),
    );
    let knob = scene.mesh("Knob", [shapes::sphere(0.02, 24, 12).material(steel)]);
    scene.add(Node::new("Knob left").at([-0.5, 1.3, -0.5]).mesh(knob));
    scene.add(Node::new("Knob right").at([0.5, 1.3, -0.5]).mesh(knob));

    // The pins carry the weight, 0.3 kg · 9.81 m/s²; the sheet still swings a little.
    let cloth = |metric| Expect::body("Cloth", metric);
    scene.expect(cloth("max_strain").max(0.15));
    scene.expect(cloth("aabb.max.y").max(1.35));
    scene.expect(cloth("aabb.min.y").at_end().near(0.4, 0.2));
    scene.expect(cloth("com.x").near(0.0, 0.02));
    scene.expect(cloth("pin_force.y").at_end().near(-2.94, 1.5));
    scene
}
