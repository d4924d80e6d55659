//! Small steps: the same work per frame, as substeps or as iterations.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Mode, Node, Primitive, shapes};
use glam::{DVec3, Vec3};
use serde_json::json;

const LINKS: u32 = 19;
const LINK: f64 = 0.01;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A chain that can't stretch, beside a ruler of its true length. As it stands it spends a frame on 100 substeps of one \
         iteration and ends with the ruler. With --substeps 1 --iterations 100, the same work, it ends a link below, and \
         --check says so.",
    );
    scene.extra("pliant_gravity", json!([0, -10, 0]));
    scene.extra("pliant_fps", 1.0 / 0.03);
    scene.extra("pliant_substeps", 100);
    scene.extra("pliant_iterations", 1);
    scene.camera([0.0, 0.1, 0.55], [0.0, 0.1, 0.0], 30.0);

    let red = scene.material(&Material::new("Chain", 0.8, 0.08, 0.05));
    let line = shapes::chain(LINKS, LINK, DVec3::NEG_Y).material(red);
    let line = scene.mesh("Chain", [line]);
    scene.add(
        Node::new("Chain")
            .at([0.0, 0.2, 0.0])
            .mesh(line)
            .extras(json!({
                "pliant_body": "rope",
                "pliant_pin": [0],
                "pliant_particle_mass": 1,
                "pliant_bend_model": "none",
                "pliant_self_collision": false,
            })),
    );

    let black = scene.material(&Material::new("Ruler", 0.05, 0.05, 0.05));
    let ruler = scene.mesh("Ruler", [ruler().material(black)]);
    scene.add(Node::new("Ruler").at([0.01, 0.2, 0.0]).mesh(ruler));

    // 19 kg hang on the pin. The chain stretches by 0.15 mm with 100 substeps, and by 11 mm with 100 iterations.
    scene.expect(
        Expect::body("Chain", "pin_force.y")
            .at_end()
            .near(-190.0, 0.95),
    );
    scene.expect(Expect::body("Chain", "aabb.min.y").min(0.0095));
    scene.expect(Expect::body("Chain", "max_strain").at_end().max(0.005));
    scene
}

/// A ruler with a tick along +X at the end of every link.
fn ruler() -> Primitive {
    let ticks = (0..=LINKS).flat_map(|i| {
        let y = (-LINK * f64::from(i)) as f32;
        let width = if i % LINKS == 0 { 0.03 } else { 0.015 };
        [Vec3::new(0.0, y, 0.0), Vec3::new(width, y, 0.0)]
    });
    Primitive::new(Mode::Lines, ticks.collect())
}
