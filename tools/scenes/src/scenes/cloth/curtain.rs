//! A pleated curtain hangs on a swinging pole.

use crate::scenes::stage;
use crate::{
    Channel, Document, Expect, Interpolation, Material, Node, Primitive, Shape, Track, shapes,
};
use glam::{Quat, Vec3};
use serde_json::json;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Amplitude of the pole, degrees.
const SWING: f64 = 15.0;
/// Period of the swing, s: longer than the 1.9 s of the curtain, to avoid resonance.
const PERIOD: u32 = 3;
/// Distance from the hook to the pole, m.
const CORD: f32 = 1.0;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A pleated curtain on a pole that swings: the pinned row follows the glTF animation, to repeat it use --loop.",
    );
    scene.extra("pliant_substeps", 20);
    scene.camera([2.3, 1.7, 3.6], [0.0, 1.25, 0.0], 38.0);

    let hook = scene.add(Node::new("Hook").at([0.0, 3.0, 0.0]).rotated(swing(0.0)));
    let brass = scene.material(
        &Material::new("Brass", 0.85, 0.6, 0.25)
            .metal()
            .roughness(0.3),
    );
    let pole = scene.mesh(
        "Pole",
        [shapes::capsule(0.025, 1.6, 24, 12).material(brass)],
    );
    let shape = scene.shape(Shape::capsule(1.6, 0.025));
    let across = Quat::from_rotation_z(FRAC_PI_2 as f32);
    let pole = Node::new("Pole")
        .at([0.0, -CORD, 0.0])
        .rotated(across)
        .mesh(pole)
        .collider(shape, None);
    scene.add_child(hook, pole.kinematic());

    let velvet = scene.material(
        &Material::new("Velvet", 0.32, 0.05, 0.16)
            .two_sided()
            .roughness(0.9),
    );
    let sheet = scene.mesh("Curtain", [pleated(61, 31, 1.4, 1.3).material(velvet)]);
    let curtain = Node::new("Curtain")
        .at([0.0, -CORD - 0.06, 0.0])
        .mesh(sheet)
        .extras(json!({
            "pliant_body": "cloth",
            "pliant_pin": "top",
            "pliant_density": 0.4,
            "pliant_links": "grid",
            "pliant_shear_compliance": 1e-3,
            "pliant_bend_compliance": 3e3,
            "pliant_air_drag": 1,
            "pliant_thickness": 0.01,
            "pliant_self_collision": false,
        }));
    scene.add_child(hook, curtain);
    animate(&mut scene, hook);
    expectations(&mut scene);
    scene
}

/// The rotation of the hook at a time in s; it is at rest at both extremes.
fn swing(time: f64) -> Quat {
    let angle = SWING.to_radians() * (TAU * time / f64::from(PERIOD)).cos();
    let (sin, cos) = (angle / 2.0).sin_cos();
    Quat::from_xyzw(sin as f32, 0.0, 0.0, cos as f32)
}

/// Adds an animation of one period with 60 keys per second.
fn animate(scene: &mut Document, hook: usize) {
    let times: Vec<f64> = (0..=60 * PERIOD).map(|i| f64::from(i) / 60.0).collect();
    let turns = times.iter().map(|&t| swing(t)).collect();
    let swing = Channel {
        node: hook,
        times: times.iter().map(|&t| t as f32).collect(),
        interpolation: Interpolation::Linear,
        track: Track::Rotation(turns),
    };
    scene.animation("Swing", &[swing]);
}

/// An upright sheet with its top at the origin and a rest shape of waves along X.
fn pleated(columns: u32, rows: u32, width: f32, height: f32) -> Primitive {
    const WAVES: f64 = 7.5;
    const DEPTH: f64 = 0.04;
    let mut sheet = shapes::grid(columns, rows, width, height)
        .upright()
        .translated([0.0, -height / 2.0, 0.0]);
    for (position, normal) in sheet.positions.iter_mut().zip(&mut sheet.normals) {
        let wave = TAU * WAVES / f64::from(width);
        let (sin, cos) = (wave * f64::from(position.x)).sin_cos();
        let slope = DEPTH * wave * cos;
        let length = slope.hypot(1.0);
        position.z = (DEPTH * sin) as f32;
        *normal = Vec3::new((-slope / length) as f32, 0.0, (1.0 / length) as f32);
    }
    sheet
}

/// At rest the curtain hangs from 1.94 m to 0.64 m; its top swings by 0.3 m to each side.
fn expectations(scene: &mut Document) {
    let curtain = |metric| Expect::body("Curtain", metric);
    scene.expect(curtain("max_strain").max(0.1));
    scene.expect(curtain("max_penetration").max(1e-3));
    scene.expect(curtain("aabb.max.y").max(2.3));
    scene.expect(curtain("aabb.min.y").min(0.5));
    scene.expect(curtain("com.x").near(0.0, 0.05));
    scene.expect(curtain("com.z").near(0.0, 0.6));
}
