//! Soft cubes of several moduli, pressed by a plate and released.

use crate::scenes::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Shape, Track, shapes};
use glam::Vec3;
use serde_json::json;

/// Side of a cube, m.
const SIDE: f32 = 0.3;
/// Highest and lowest height of the underside of the plate, m.
const UP: f32 = 0.5;
const DOWN: f32 = 0.32;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Jelly: cubes of 1 kPa to 10 MPa, ν to 0.49 and masses of 1 to 100, side by side; a plate presses them and lets go.",
    );
    scene.camera([0.5, 0.32, 2.6], [0.0, 0.2, 0.0], 40.0);
    let table = scene.material(&Material::new("Table", 0.5, 0.48, 0.45).roughness(0.9));
    let table = scene.mesh("Table", [shapes::grid(2, 2, 4.0, 3.0).material(table)]);
    let plane = scene.shape(Shape::Plane);
    let rough = scene.physics_material(0.6, 0.5, 0.0);
    scene.add(Node::new("Table").mesh(table).collider(plane, Some(rough)));
    for (i, (name, color, modulus, poisson, density)) in cubes().into_iter().enumerate() {
        let material =
            scene.material(&Material::new(name, color[0], color[1], color[2]).roughness(0.25));
        let mesh = scene.mesh(
            name,
            [shapes::block(Vec3::splat(SIDE), 7).material(material)],
        );
        let at = [0.45 * (i as f32 - 2.0), SIDE / 2.0 + 0.01, 0.0];
        scene.add(Node::new(name).at(at).mesh(mesh).extras(json!({
            "pliant_body": "soft", "pliant_spacing": SIDE / 6.0, "pliant_density": density, "pliant_youngs_modulus": modulus,
            "pliant_poissons_ratio": poisson, "pliant_damping": 0.01, "pliant_friction": 0.5,
            "pliant_self_collision": false,
        })));
    }
    plate(&mut scene);
    expectations(&mut scene);
    scene
}

/// Name, colour, Young's modulus in Pa, Poisson's ratio and density in kg/m³ of each cube.
fn cubes() -> [(&'static str, [f32; 3], f64, f64, f64); 5] {
    [
        ("Jelly_1kPa", [0.8, 0.1, 0.12], 1e3, 0.3, 50.0),
        ("Jelly_10kPa", [0.85, 0.4, 0.08], 1e4, 0.45, 200.0),
        ("Jelly_100kPa", [0.8, 0.7, 0.1], 1e5, 0.49, 1000.0),
        ("Jelly_1MPa", [0.15, 0.55, 0.25], 1e6, 0.4, 2000.0),
        ("Jelly_10MPa", [0.15, 0.3, 0.7], 1e7, 0.3, 5000.0),
    ]
}

fn plate(scene: &mut Document) {
    let glass = scene.material(&Material::new("Plate", 0.75, 0.8, 0.85).roughness(0.2));
    let size = Vec3::new(2.6, 0.05, 0.6);
    let mesh = scene.mesh("Plate", [shapes::cuboid(size).material(glass)]);
    let shape = scene.shape(Shape::Box { size });
    let at = |y: f32| Vec3::new(0.0, y + 0.025, 0.0);
    let node = Node::new("Plate").at(at(UP)).mesh(mesh);
    let plate = scene.add(node.collider(shape, None).kinematic());
    let motion = Channel {
        node: plate,
        times: vec![0.0, 0.5, 0.9, 1.1, 1.4],
        interpolation: Interpolation::Linear,
        track: Track::Translation(vec![at(UP), at(DOWN), at(0.26), at(0.26), at(UP)]),
    };
    scene.animation("Press", &[motion]);
}

fn expectations(scene: &mut Document) {
    for (name, _, modulus, ..) in cubes() {
        scene.expect(Expect::body(name, "com.y").at_end().min(0.08).max(0.2));
        scene.expect(Expect::body(name, "max_penetration").max(5e-3));
        // The plate comes down to 0.26 m, which compresses every cube by a seventh.
        scene.expect(Expect::body(name, "aabb.max.y").at(1.0).max(0.262));
        if modulus >= 1e4 {
            scene.expect(Expect::body(name, "aabb.max.y").at_end().near(0.3, 0.03));
            scene.expect(Expect::body(name, "volume").at_end().near(0.027, 0.002));
        }
    }
}
