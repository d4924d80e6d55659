//! A wing nut spins about its intermediate axis in free flight, and flips.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use glam::Vec3;
use serde_json::json;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A nut that spins about its middle axis, without gravity, turns over again and again.",
    );
    scene.extra("pliant_gravity", json!([0, 0, 0]));
    scene.camera([1.2, 0.9, 1.8], [0.0; 3], 36.0);
    let brass = scene.material(
        &Material::new("Brass", 0.8, 0.6, 0.25)
            .metal()
            .roughness(0.3),
    );
    let shaft = shapes::cylinder(0.06, 0.5, 32)
        .material(brass)
        .translated(Vec3::new(0.0, 0.1, 0.0));
    let wings = shapes::cuboid(Vec3::new(0.7, 0.12, 0.04)).material(brass);
    let mesh = scene.mesh("Nut", [shaft, wings]);
    let nut = Node::new("Nut").mesh(mesh).extra("pliant_body", "rigid");
    scene.add(nut.motion(json!({"mass": 1, "inertiaDiagonal": [1, 2, 3], "centerOfMass": [0, 0, 0], "angularVelocity": [0.05, 12, 0.05]})));
    // Momentum and energy are conserved; the nut is upright before the first flip, and upside down after it.
    let nut = |metric| Expect::body("Nut", metric);
    scene.expect(nut("angular_momentum.y").near(24.0, 0.01));
    scene.expect(nut("kinetic_energy").near(144.0, 0.1));
    scene
}
