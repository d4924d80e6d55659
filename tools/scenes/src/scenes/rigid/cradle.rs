//! Newton's cradle.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

const BALLS: u32 = 5;
/// Radius of a ball, m.
const RADIUS: f32 = 0.05;
/// Distance from hooks to centres of balls, m.
const LENGTH: f32 = 0.5;
/// Initial angle of the first ball, rad.
const ANGLE: f32 = 0.6;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Newton's cradle: one ball swings against four that hang still; the last one leaves, and those between stay.",
    );
    scene.camera([0.5, 0.45, 1.7], [0.0, 0.22, 0.0], 36.0);
    let steel = scene.material(
        &Material::new("Steel", 0.6, 0.62, 0.65)
            .metal()
            .roughness(0.2),
    );
    let ball = scene.mesh(
        "Ball",
        [
            shapes::sphere(RADIUS, 32, 20).material(steel),
            shapes::cylinder(0.004, LENGTH - RADIUS, 8)
                .translated([0.0, 0.5 * (LENGTH + RADIUS), 0.0])
                .material(steel),
        ],
    );
    let beam = scene.material(&Material::new("Beam", 0.4, 0.25, 0.12).roughness(0.7));
    let beam = scene.mesh(
        "Beam",
        [shapes::cuboid(Vec3::new(0.6, 0.03, 0.05)).material(beam)],
    );
    scene.add(Node::new("Beam").mesh(beam).at([0.0, LENGTH + 0.01, 0.0]));
    let shape = scene.shape(Shape::Sphere { radius: RADIUS });
    let hard = scene.physics_material(0.0, 0.0, 1.0);
    let hinge = scene.physics_joint(json!({"limits": [
        {"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1], "min": 0, "max": 0}]}));
    for i in 0..BALLS {
        let hook = Vec3::new(hook(i), LENGTH, 0.0);
        let frame = scene.add(Node::new(&format!("Hook{i}")).at(hook));
        let turn = Quat::from_rotation_z(if i == 0 { -ANGLE } else { 0.0 });
        let node = Node::new(&format!("Ball{i}"))
            .mesh(ball)
            .at(hook + turn * Vec3::NEG_Y * LENGTH)
            .rotated(turn)
            .collider(shape, Some(hard));
        let node = scene.add(node.motion(json!({"mass": 0.2})));
        let joint = Node::new("Joint").at([0.0, LENGTH, 0.0]);
        scene.add_child(node, joint.joint(frame, hinge));
    }
    expectations(&mut scene);
    scene
}

/// X of the hook of a ball, m.
fn hook(i: u32) -> f32 {
    2.0 * RADIUS * (i as f32 - 0.5 * (BALLS - 1) as f32)
}

/// Expects that the last ball swings as far as the first one, and that the motion repeats after a period.
fn expectations(scene: &mut Document) {
    let x = |i: u32, angle: f32| f64::from(hook(i) + LENGTH * angle.sin());
    // The period of a ball on a rod with a large amplitude: 2π √((L² + 0.4 r²)/gL) (1 + φ²/16 + 11 φ⁴/3072).
    let (l, r, angle) = (f64::from(LENGTH), f64::from(RADIUS), f64::from(ANGLE));
    let swing = 1.0 + angle.powi(2) / 16.0 + 11.0 * angle.powi(4) / 3072.0;
    let period = std::f64::consts::TAU * ((l * l + 0.4 * r * r) / (9.81 * l)).sqrt() * swing;
    for turn in [0.5, 1.0] {
        let frame = |t: f64| (60.0 * t).round() / 60.0;
        let first = turn == 1.0;
        for i in 0..BALLS {
            let angle = match i {
                0 if first => -ANGLE,
                4 if !first => ANGLE,
                _ => 0.0,
            };
            let ball = Expect::body(&format!("Ball{i}"), "com.x");
            scene.expect(ball.at(frame(turn * period)).near(x(i, angle), 0.015));
        }
    }
}
