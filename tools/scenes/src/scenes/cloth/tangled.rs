//! A sheet that intersects another one at the start is pulled out of it.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use glam::Quat;
use serde_json::json;
use std::f32::consts::FRAC_PI_2;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Tangled: a sheet starts a hand's breadth through another one, which hangs by its corners; it is drawn out, and lies on it.",
    );
    scene.camera([1.1, -0.28, 1.35], [0.0, 0.0, 0.0], 42.0);
    let linen = Material::new("Linen", 1.0, 1.0, 1.0).two_sided().checker(
        [210, 204, 190],
        [150, 158, 166],
        6,
    );
    let linen = scene.material(&linen);
    let below = scene.mesh("Below", [shapes::grid(25, 25, 1.0, 1.0).material(linen)]);
    scene.add(Node::new("Below").mesh(below).extras(keys("corners")));
    let silk = Material::new("Silk", 0.62, 0.22, 0.03)
        .two_sided()
        .roughness(0.4);
    let silk = scene.material(&silk);
    let through = scene.mesh("Through", [shapes::grid(17, 17, 0.5, 0.5).material(silk)]);
    let turned = Quat::from_rotation_y(0.5) * Quat::from_rotation_x(FRAC_PI_2 - 0.3);
    let node = Node::new("Through").mesh(through).at([0.02, 0.14, 0.01]);
    scene.add(node.rotated(turned).extras(keys("")));
    scene.expect(Expect::scene("intersections").at(0.0).min(20.0));
    scene.expect(Expect::scene("intersections").at(1.0).max(0.0));
    scene.expect(Expect::scene("intersections").at_end().max(0.0));
    scene.expect(Expect::body("Through", "max_strain").max(0.25));
    scene.expect(Expect::body("Through", "aabb.min.y").at_end().min(-0.4));
    scene
}

fn keys(pins: &str) -> serde_json::Value {
    json!({
        "pliant_body": "cloth", "pliant_pin": pins, "pliant_links": "grid", "pliant_shear_compliance": 1e-4,
        "pliant_bend_compliance": 50, "pliant_air_drag": 1, "pliant_thickness": 0.012, "pliant_friction": 0.4,
    })
}
