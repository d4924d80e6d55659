//! A sheet falls on a ball.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use serde_json::json;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A 21 × 21 sheet of heavy particles falls on a ball under a tenth of gravity, and friction keeps it there.",
    );
    scene.extra("pliant_gravity", json!([0, -0.98, 0]));
    scene.extra("pliant_substeps", 20);
    scene.camera([1.6, 0.7, 2.1], [0.0, -0.45, 0.0], 35.0);

    let ground = scene.shape(Shape::Plane);
    scene.add(
        Node::new("Ground")
            .at([0.0, -1.0, 0.0])
            .collider(ground, None),
    );

    let clay = scene.material(&Material::new("Clay", 0.75, 0.24, 0.1).roughness(0.5));
    let ball = scene.mesh("Ball", [shapes::sphere(0.498, 48, 24).material(clay)]);
    let sphere = scene.shape(Shape::Sphere { radius: 0.5 });
    let grip = scene.physics_material(0.5, 0.5, 0.0);
    scene.add(
        Node::new("Sphere")
            .at([0.0, -0.5, 0.0])
            .mesh(ball)
            .collider(sphere, Some(grip)),
    );

    let linen = Material::new("Linen", 1.0, 1.0, 1.0).two_sided().checker(
        [38, 92, 168],
        [226, 232, 240],
        5,
    );
    let linen = scene.material(&linen);
    let sheet = scene.mesh("Sheet", [shapes::grid(21, 21, 1.0, 1.0).material(linen)]);
    scene.add(Node::new("Cloth").mesh(sheet).extras(json!({
        "pliant_body": "cloth",
        "pliant_particle_mass": 1,
        "pliant_links": "grid",
        "pliant_stretch_compliance": 1e-4,
        "pliant_shear_compliance": 1e-2,
        "pliant_bend_model": "none",
        "pliant_air_drag": 0.5,
        "pliant_thickness": 0,
        "pliant_friction": 0.5,
        "pliant_self_collision": false,
    })));
    expectations(&mut scene);
    scene
}

/// Values of an independent double-precision solution: corners 0.494 m below the top, and a largest strain of 6.3 % in the fall.
fn expectations(scene: &mut Document) {
    let cloth = |metric| Expect::body("Cloth", metric);
    scene.expect(cloth("max_penetration").max(1e-5));
    scene.expect(cloth("max_strain").max(0.08));
    scene.expect(cloth("aabb.max.y").max(0.02));
    scene.expect(cloth("aabb.min.y").at_end().near(-0.494, 0.02));
    scene.expect(cloth("com.y").at_end().near(-0.1855, 0.01));
    scene.expect(cloth("com.x").at_end().near(0.0, 0.01));
    scene.expect(cloth("com.z").at_end().near(0.0, 0.01));
    scene.expect(cloth("kinetic_energy").at_end().max(0.5));
}
