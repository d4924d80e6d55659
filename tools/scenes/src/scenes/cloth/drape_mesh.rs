//! A cloth falls over a mesh collider.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use serde_json::json;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A cloth falls over a pawn, whose triangles are the collider, and hangs from its head and its base.",
    );
    scene.camera([2.1, 1.5, 2.6], [0.0, 0.42, 0.0], 32.0);

    let slate = scene.material(&Material::new("Slate", 0.35, 0.37, 0.4).roughness(0.9));
    scene.floor(0.0, 4.0, slate);

    let ebony = scene.material(&Material::new("Ebony", 0.05, 0.04, 0.035).roughness(0.35));
    let pawn = scene.mesh("Pawn", [shapes::pawn(32).material(ebony)]);
    scene.add(
        Node::new("Pawn")
            .mesh(pawn)
            .extras(json!({"pliant_body": "static", "pliant_friction": 0.4})),
    );

    let satin = Material::new("Satin", 1.0, 1.0, 1.0)
        .two_sided()
        .roughness(0.4)
        .checker([176, 34, 44], [232, 214, 180], 8);
    let satin = scene.material(&satin);
    let sheet = scene.mesh("Sheet", [shapes::grid(41, 41, 1.2, 1.2).material(satin)]);
    scene.add(
        Node::new("Cloth")
            .mesh(sheet)
            .at([0.04, 0.95, 0.02])
            .extras(json!({
                "pliant_body": "cloth",
                "pliant_links": "grid",
                "pliant_stretch_compliance": 1e-6,
                "pliant_shear_compliance": 1e-4,
                "pliant_bend_compliance": 2000,
                "pliant_thickness": 0.016,
                "pliant_air_drag": 1,
                "pliant_friction": 0.4,
                "pliant_self_collision": false,
            })),
    );
    expectations(&mut scene);
    scene
}

/// The cloth hangs from the head, at 0.9 m plus half of its thickness, and still swings a little.
fn expectations(scene: &mut Document) {
    let cloth = |metric| Expect::body("Cloth", metric);
    scene.expect(cloth("max_penetration").max(1e-5));
    scene.expect(cloth("max_strain").max(0.25));
    scene.expect(cloth("aabb.max.y").at_end().near(0.907, 0.003));
    scene.expect(cloth("com.y").at_end().near(0.57, 0.05));
    scene.expect(cloth("kinetic_energy").at_end().max(0.05));
}
