//! Twenty soft bodies fall into a box.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use glam::{EulerRot, Quat, Vec3};
use serde_json::json;

/// Inner half size of the box, m.
const HALF: f32 = 0.25;
/// Size of a soft body, m.
const SIZE: f32 = 0.14;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene =
        stage("A soft pile: twenty soft cubes and balls fall into a box, one on the other.");
    scene.camera([0.95, 0.95, 1.25], [0.0, 0.2, 0.0], 38.0);
    crate::scenes::open_box(&mut scene, HALF, 0.5);
    let cube = |scene: &mut Document, material| {
        scene.mesh(
            "Cube",
            [shapes::cuboid(Vec3::splat(SIZE)).material(material)],
        )
    };
    let ball = |scene: &mut Document, material| {
        scene.mesh(
            "Ball",
            [shapes::sphere(SIZE / 2.0, 16, 8).material(material)],
        )
    };
    let red = scene.material(&Material::new("Red", 0.7, 0.1, 0.1).roughness(0.3));
    let green = scene.material(&Material::new("Green", 0.15, 0.5, 0.2).roughness(0.3));
    let meshes = [cube(&mut scene, red), ball(&mut scene, green)];
    for i in 0..20_u16 {
        let name = format!("Soft{}", i + 1);
        let (layer, corner) = (f32::from(i / 4), i % 4);
        let side = |bit: u16| if corner & bit == 0 { -0.11 } else { 0.11 };
        let at = Vec3::new(side(1), 0.13 + 0.2 * layer, side(2));
        // Cubes and balls alternate as on a chessboard, since two cubes side by side would overlap at the start.
        let kind = (i + i / 2 + i / 4) % 2;
        let turn = Quat::from_euler(EulerRot::XYZ, 0.3 * f32::from(i), 0.7 * f32::from(i), 0.2);
        let node = Node::new(&name).mesh(meshes[usize::from(kind)]).at(at);
        let spacing = if kind == 0 { 0.07 } else { 0.045 };
        scene.add(node.rotated(turn).extras(json!({
            "pliant_body": "soft", "pliant_spacing": spacing, "pliant_youngs_modulus": 2e4, "pliant_damping": 0.02,
            "pliant_friction": 0.4, "pliant_self_collision": false,
        })));
        let soft = |metric| Expect::body(&name, metric);
        scene.expect(soft("aabb.min.y").min(-0.01));
        scene.expect(soft("aabb.max.x").at_end().max(f64::from(HALF) + 0.01));
        scene.expect(soft("aabb.min.x").at_end().min(-f64::from(HALF) - 0.01));
    }
    scene.expect(Expect::scene("contacts").at_end().min(100.0));
    scene.expect(Expect::scene("intersections").max(0.0));
    scene
}
