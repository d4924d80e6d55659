//! A strip of cloth folds in layers on a table.

use crate::scenes::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Shape, Track, shapes};
use glam::{Quat, Vec3};
use serde_json::json;
use std::f32::consts::FRAC_PI_2;

/// Length of the strip, m.
const LENGTH: f32 = 0.9;
/// Length of a layer, m.
const LAYER: f32 = 0.3;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Fold: a strip is lowered to and fro onto a table, and lies there in three layers; none goes through another.",
    );
    scene.extra("pliant_fps", 30);
    scene.extra("pliant_substeps", 40);
    scene.camera([0.75, 0.4, 0.8], [0.18, 0.08, 0.0], 36.0);
    let wood = scene.material(&Material::new("Table", 0.32, 0.2, 0.11).roughness(0.8));
    let table = scene.mesh("Table", [shapes::grid(2, 2, 1.6, 1.2).material(wood)]);
    let plane = scene.shape(Shape::Plane);
    let rough = scene.physics_material(0.8, 0.8, 0.0);
    scene.add(Node::new("Table").mesh(table).collider(plane, Some(rough)));
    let felt =
        Material::new("Felt", 1.0, 1.0, 1.0)
            .two_sided()
            .checker([60, 120, 96], [222, 214, 190], 5);
    let felt = scene.material(&felt);
    let strip = scene.mesh("Strip", [shapes::grid(31, 9, LENGTH, 0.24).material(felt)]);
    // Rotated so that its +X end is up.
    let upright = Quat::from_rotation_z(FRAC_PI_2);
    let at = |x: f32, y: f32| Vec3::new(x, y + LENGTH / 2.0, 0.0);
    let node = Node::new("Strip").mesh(strip).at(at(0.0, 0.02));
    let node = scene.add(node.rotated(upright).extras(json!({
        "pliant_body": "cloth", "pliant_pin": "top", "pliant_links": "grid", "pliant_shear_compliance": 1e-4,
        "pliant_bend_compliance": 400, "pliant_air_drag": 3, "pliant_thickness": 0.012, "pliant_friction": 0.6,
    })));
    let lower = Channel {
        node,
        times: vec![0.0, 0.8, 1.6, 2.4, 2.6],
        interpolation: Interpolation::Linear,
        track: Track::Translation(vec![
            at(0.0, 0.02),
            at(LAYER, -LAYER + 0.03),
            at(0.0, -2.0 * LAYER + 0.04),
            at(LAYER, 0.05 - LENGTH),
            at(LAYER, 0.03 - LENGTH),
        ]),
    };
    scene.animation("Lower", &[lower]);
    let strip = |metric| Expect::body("Strip", metric);
    scene.expect(strip("max_penetration").max(1e-4));
    scene.expect(strip("max_strain").max(0.1));
    scene.expect(strip("aabb.max.y").at_end().max(0.12));
    scene.expect(strip("kinetic_energy").at_end().max(1e-4));
    scene.expect(Expect::scene("contacts").at_end().min(100.0));
    scene
}
