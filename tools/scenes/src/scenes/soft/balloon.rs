//! Three balloons with equal skins and different pressures fall on the ground.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, ball};
use serde_json::json;

/// Name, x in m, target volume over rest volume, and colour.
const BALLOONS: [(&str, f32, f64, [f32; 3]); 3] = [
    ("Slack", -0.8, 0.7, [0.85, 0.6, 0.12]),
    ("Full", 0.0, 1.0, [0.12, 0.45, 0.75]),
    ("Tight", 0.8, 1.4, [0.75, 0.12, 0.2]),
];

const RADIUS: f32 = 0.3;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Three balloons of one elastic skin fall on the ground: air for 0.7, 1 and 1.4 times their volume at rest.",
    );
    scene.extra("pliant_substeps", 20);
    scene.camera([1.1, 1.2, 3.2], [0.0, 0.3, 0.0], 36.0);
    let ground = scene.shape(Shape::Plane);
    scene.add(Node::new("Ground").collider(ground, None));
    for (name, x, pressure, [red, green, blue]) in BALLOONS {
        let rubber = scene.material(&Material::new(name, red, green, blue).roughness(0.35));
        let mesh = scene.mesh(name, [ball::icosphere(RADIUS, 3).material(rubber)]);
        let node = Node::new(name).at([x, 0.45, 0.0]).mesh(mesh);
        scene.add(node.extras(json!({
            "pliant_body": "balloon",
            "pliant_mass": 0.1,
            "pliant_pressure": pressure,
            "pliant_stretch_compliance": 5e-3,
            "pliant_bend_compliance": 100,
            "pliant_velocity_damping": 0.99,
            "pliant_air_drag": 1.5,
            "pliant_thickness": 0.004,
            "pliant_friction": 0.6,
            "pliant_self_collision": false,
        })));
        expectations(&mut scene, name, pressure);
    }
    scene
}

/// Adds expectations; the volume of the mesh is 0.99 of that of a sphere.
fn expectations(scene: &mut Document, name: &str, pressure: f64) {
    let radius = f64::from(RADIUS);
    let volume = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3) * pressure;
    let body = |metric| Expect::body(name, metric);
    scene.expect(body("volume").at_end().near(0.99 * volume, 0.01 * volume));
    scene.expect(body("max_penetration").max(2e-3));
    scene.expect(body("com.y").at_end().min(0.1).max(0.45));
    scene.expect(body("max_strain").max(0.6));
    scene.expect(body("kinetic_energy").at_end().max(0.02));
}
