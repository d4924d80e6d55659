//! A rope between two posts, inextensible and elastic.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use glam::DVec3;
use serde_json::json;

const LINKS: i32 = 40;
const HALF_SPAN: f64 = 0.75;
/// Height of the pins, m.
const TOP: f64 = 1.0;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Ropes of 2 m and 1 kg between posts 1.5 m apart find the catenary; the one behind stretches by 1 mm a newton.",
    );
    // With one iteration, the error of the sag is proportional to the square of the substep.
    scene.extra("pliant_substeps", 60);
    scene.camera([0.0, 0.8, 3.4], [0.0, 0.58, -0.2], 35.0);

    let wood = scene.material(&Material::new("Wood", 0.42, 0.26, 0.13).roughness(0.7));
    let post = scene.mesh(
        "Post",
        [shapes::cylinder(0.03, TOP as f32, 24).material(wood)],
    );
    for (name, z, compliance, color) in [
        ("Catenary", 0.0, 0.0, [0.75, 0.1, 0.06]),
        ("Elastic", -0.4, 1e-3, [0.06, 0.3, 0.7]),
    ] {
        for (side, x) in [("left", -HALF_SPAN), ("right", HALF_SPAN)] {
            let post_name = format!("{name} post {side}");
            scene.add(
                Node::new(&post_name)
                    .at([x as f32, TOP as f32 / 2.0, z])
                    .mesh(post),
            );
        }
        let [red, green, blue] = color;
        let fibre = scene.material(&Material::new(name, red, green, blue));
        let line = scene.mesh(name, [shapes::polyline(v_shape()).material(fibre)]);
        scene.add(
            Node::new(name)
                .at([0.0, TOP as f32, z])
                .mesh(line)
                .extras(json!({
                    "pliant_body": "rope",
                    "pliant_pin": "left,right",
                    "pliant_mass": 1,
                    "pliant_stretch_compliance": compliance,
                    "pliant_bend_model": "none",
                    "pliant_air_drag": 5,
                    "pliant_self_collision": false,
                })),
        );
    }
    expectations(&mut scene);
    scene
}

/// Two straight halves, so that every link starts at its rest length.
fn v_shape() -> impl Iterator<Item = DVec3> {
    let depth = (1.0 - HALF_SPAN * HALF_SPAN).sqrt();
    (-LINKS / 2..=LINKS / 2).map(move |i| {
        let t = 2.0 * f64::from(i) / f64::from(LINKS);
        DVec3::new(t * HALF_SPAN, (t.abs() - 1.0) * depth, 0.0)
    })
}

/// Statics of 40 links: the sag is 0.588876 m, with a compliance of 1e-3 m/N 0.684879 m. The pins carry 39/40 of the weight.
fn expectations(scene: &mut Document) {
    for (body, sag) in [("Catenary", 0.588_876), ("Elastic", 0.684_879)] {
        scene.expect(
            Expect::body(body, "aabb.min.y")
                .at_end()
                .near(TOP - sag, 0.004),
        );
        // 2 %: the rounding of forces by f32 positions at this substep, and the rest of the swing.
        scene.expect(Expect::body(body, "pin_force.y").at_end().near(-9.565, 0.1));
        scene.expect(Expect::body(body, "pin_force.x").at_end().near(0.0, 0.05));
    }
    scene.expect(Expect::body("Catenary", "max_strain").max(0.01));
}
