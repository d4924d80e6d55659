//! A fast ball pushes a hanging curtain, and does not pass through it.

use crate::scenes::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Shape, Track, shapes};
use glam::{Quat, Vec3};
use serde_json::json;
use std::f64::consts::FRAC_PI_2;

const RADIUS: f32 = 0.15;
/// Speed of the ball, m/s: 3 cm per substep.
const SPEED: f32 = 36.0;
/// Z at which the ball starts in front of the curtain, and at which it stops behind it, m.
const TRAVEL: [f32; 2] = [1.5, -0.3];
/// Time at which it starts, s.
const START: f32 = 0.5;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A ball of 36 m/s flies into a hanging curtain and stops behind where that hung: no particle jumps through it.",
    );
    scene.extra("pliant_substeps", 20);
    scene.camera([2.6, 1.5, 2.2], [0.0, 1.05, 0.0], 38.0);
    curtain(&mut scene);
    ball(&mut scene);
    let cloth = |metric| Expect::body("Curtain", metric);
    scene.expect(cloth("max_penetration").max(1e-4));
    // The curtain hung at z = 0, and the ball has displaced its middle.
    scene.expect(cloth("com.z").at_end().max(-0.1));
    scene
}

fn curtain(scene: &mut Document) {
    let iron = scene.material(&Material::new("Iron", 0.3, 0.3, 0.32).metal().roughness(0.4));
    let rod = shapes::capsule(0.02, 1.6, 24, 12).material(iron);
    let rod = scene.mesh("Rod", [rod]);
    let across = Quat::from_rotation_z(FRAC_PI_2 as f32);
    let node = Node::new("Rod").at([0.0, 1.72, 0.0]).rotated(across);
    scene.add(node.mesh(rod));
    let linen = Material::new("Linen", 0.85, 0.78, 0.62)
        .two_sided()
        .roughness(0.9);
    let linen = scene.material(&linen);
    let sheet = shapes::grid(41, 41, 1.4, 1.4).upright().material(linen);
    let sheet = scene.mesh("Curtain", [sheet]);
    let node = Node::new("Curtain").at([0.0, 1.0, 0.0]).mesh(sheet);
    scene.add(node.extras(json!({
        "pliant_body": "cloth", "pliant_pin": "top", "pliant_density": 0.3, "pliant_links": "grid",
        "pliant_stretch_compliance": 1e-5, "pliant_shear_compliance": 1e-3, "pliant_bend_compliance": 10,
        "pliant_air_drag": 2, "pliant_thickness": 0.01, "pliant_self_collision": false,
    })));
}

fn ball(scene: &mut Document) {
    let red = scene.material(&Material::new("Red", 0.7, 0.08, 0.06).roughness(0.35));
    let mesh = scene.mesh("Ball", [shapes::sphere(RADIUS, 48, 24).material(red)]);
    let shape = scene.shape(Shape::Sphere { radius: RADIUS });
    let [from, to] = TRAVEL.map(|z| Vec3::new(0.05, 0.95, z));
    let node = Node::new("Ball").at(from).mesh(mesh);
    let ball = scene.add(node.collider(shape, None).kinematic());
    let flies = Channel {
        node: ball,
        times: vec![0.0, START, START + (TRAVEL[0] - TRAVEL[1]) / SPEED],
        interpolation: Interpolation::Linear,
        track: Track::Translation(vec![from, from, to]),
    };
    scene.animation("Flies", &[flies]);
}
