//! Soft bars of three stiffnesses, clamped at one end.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use glam::Vec3;
use serde_json::json;

/// Length and thickness of a bar, m.
const LENGTH: f32 = 0.6;
const THICK: f32 = 0.15;
/// Density, kg/m³.
const DENSITY: f64 = 50.0;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Soft bars of 10, 30 and 100 kPa, held at the left. The stiffest bends as a beam should; a bend is what few iterations make \
         too soft, so there are 60 substeps.",
    );
    scene.extra("pliant_substeps", 60);
    scene.extra("pliant_iterations", 4);
    scene.camera([0.8, 0.7, 2.1], [0.25, 0.3, 0.0], 38.0);
    let bars = [
        ("Soft", [214, 69, 65], 1e4),
        ("Medium", [244, 179, 80], 3e4),
        ("Stiff", [77, 175, 124], 1e5),
    ];
    for (row, (name, color, modulus)) in bars.into_iter().enumerate() {
        let material = Material::new(name, 1.0, 1.0, 1.0).checker(color, [250, 245, 235], 8);
        let material = scene.material(&material.roughness(0.6));
        let bar =
            shapes::block(Vec3::new(LENGTH, THICK, THICK), 8).translated([LENGTH / 2.0, 0.0, 0.0]);
        let mesh = scene.mesh(name, [bar.material(material)]);
        let node = Node::new(name).at([0.0, 0.5, 0.35 - 0.35 * row as f32]);
        scene.add(node.mesh(mesh).extras(json!({
            "pliant_body": "soft", "pliant_pin": "left", "pliant_spacing": 0.075, "pliant_density": DENSITY,
            "pliant_youngs_modulus": modulus, "pliant_damping": 0.02, "pliant_air_drag": 2, "pliant_self_collision": false,
        })));
    }
    // The deflection by Euler and Bernoulli is w L⁴/(8EI) = 1.5 ρ g L⁴/(E t²). A lattice two cells thick is stiffer, and shear
    // makes the bar softer. With half the spacing, 120 substeps and 6 iterations, the stiffest bar deflects by 42.6 mm instead
    // of 42.4 mm.
    let thick = f64::from(THICK);
    let drop =
        |modulus: f64| 1.5 * DENSITY * 9.81 * f64::from(LENGTH).powi(4) / (modulus * thick.powi(2));
    let bottom = 0.5 - thick / 2.0;
    for (name, modulus) in [("Stiff", 1e5), ("Medium", 3e4)] {
        let lowest = Expect::body(name, "aabb.min.y").at_end();
        let drop = drop(modulus);
        scene.expect(lowest.near(bottom - 0.85 * drop, 0.25 * drop));
    }
    let soft = Expect::body("Soft", "aabb.min.y").at_end();
    scene.expect(soft.min(0.05).max(bottom - drop(3e4)));
    for (name, ..) in bars {
        scene.expect(Expect::body(name, "max_strain").max(0.6));
        // The pins carry the weight except for half of the first cells.
        let weight = DENSITY * 9.81 * f64::from(LENGTH) * thick.powi(2) * 15.0 / 16.0;
        scene.expect(
            Expect::body(name, "pin_force.y")
                .at_end()
                .near(-weight, 0.03 * weight),
        );
    }
    scene
}
