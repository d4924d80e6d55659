//! A chain swings down and wraps around a peg.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::{DVec3, Quat};
use serde_json::json;
use std::f32::consts::FRAC_PI_2;

const LINKS: u32 = 40;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A chain of 40 links with a weight of its own mass at its end swings down and wraps round a peg.",
    );
    scene.extra("pliant_substeps", 60);
    scene.camera([0.4, 1.6, 5.2], [0.2, 1.15, 0.0], 35.0);

    let wood = scene.material(&Material::new("Wood", 0.42, 0.26, 0.13).roughness(0.7));
    let peg = scene.mesh("Peg", [shapes::capsule(0.148, 0.6, 32, 16).material(wood)]);
    let shape = scene.shape(Shape::capsule(0.6, 0.15));
    let rough = scene.physics_material(0.4, 0.4, 0.0);
    let along_z = Quat::from_rotation_x(FRAC_PI_2);
    scene.add(
        Node::new("Peg")
            .at([-0.25, 1.3, 0.0])
            .rotated(along_z)
            .mesh(peg)
            .collider(shape, Some(rough)),
    );

    let brass = scene.material(
        &Material::new("Brass", 0.85, 0.6, 0.25)
            .metal()
            .roughness(0.3),
    );
    let mut masses = vec![0.025; LINKS as usize + 1];
    masses[LINKS as usize] = 1.0;
    let line = shapes::chain(LINKS, 0.05, DVec3::X)
        .scalar("_MASS", masses)
        .material(brass);
    let line = scene.mesh("Chain", [line]);
    scene.add(
        Node::new("Chain")
            .at([0.0, 2.2, 0.0])
            .mesh(line)
            .extras(json!({
                "pliant_body": "rope",
                "pliant_pin": [0],
                "pliant_bend_model": "none",
                "pliant_thickness": 0.02,
                "pliant_friction": 0.4,
                "pliant_air_drag": 0.2,
                "pliant_self_collision": false,
            })),
    );

    // The chain starts at rest at its highest position, and is 2 m long.
    let chain = |metric| Expect::body("Chain", metric);
    scene.expect(chain("max_strain").max(0.04));
    scene.expect(chain("max_penetration").max(0.002));
    scene.expect(chain("aabb.max.y").max(2.25));
    scene.expect(chain("aabb.min.y").min(0.14));
    scene.expect(chain("com.z").near(0.0, 1e-3));
    scene
}
