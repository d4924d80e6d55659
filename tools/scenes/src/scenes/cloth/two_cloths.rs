//! A sheet falls on another one that is pinned at its corners.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use glam::Quat;
use serde_json::json;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Two cloths: one falls on the other, which hangs by its corners, and lies in it; neither goes through the other.",
    );
    scene.camera([1.3, 0.8, 1.6], [0.0, -0.1, 0.0], 38.0);
    let cotton = Material::new("Cotton", 1.0, 1.0, 1.0).two_sided().checker(
        [214, 196, 160],
        [150, 120, 84],
        6,
    );
    let cotton = scene.material(&cotton);
    let below = scene.mesh("Below", [shapes::grid(25, 25, 1.0, 1.0).material(cotton)]);
    scene.add(Node::new("Below").mesh(below).extras(keys("corners")));
    let silk = Material::new("Silk", 0.55, 0.06, 0.16)
        .two_sided()
        .roughness(0.4);
    let silk = scene.material(&silk);
    let above = scene.mesh("Above", [shapes::grid(17, 17, 0.6, 0.6).material(silk)]);
    let turned = Quat::from_rotation_y(0.6) * Quat::from_rotation_x(0.15);
    let falling = Node::new("Above").mesh(above).at([0.05, 0.35, 0.02]);
    scene.add(falling.rotated(turned).extras(keys("")));
    let above = |metric| Expect::body("Above", metric);
    scene.expect(above("aabb.min.y").min(-0.6));
    scene.expect(above("com.y").at_end().max(-0.05));
    scene.expect(above("max_strain").max(0.05));
    scene.expect(Expect::body("Below", "max_strain").max(0.25));
    scene.expect(Expect::scene("contacts").at_end().min(50.0));
    scene
}

fn keys(pins: &str) -> serde_json::Value {
    json!({
        "pliant_body": "cloth", "pliant_pin": pins, "pliant_links": "grid", "pliant_shear_compliance": 1e-4,
        "pliant_bend_compliance": 50, "pliant_air_drag": 1, "pliant_thickness": 0.012, "pliant_friction": 0.4,
    })
}
