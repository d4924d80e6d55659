//! A horizontal chain of rigid links with a ball at its end swings down.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::{Quat, Vec3};
use serde_json::json;
use std::f32::consts::FRAC_PI_2;

const LINKS: u32 = 12;
/// Distance between joints, m.
const LENGTH: f32 = 0.1;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene =
        stage("A chain of twelve links with a ball at its end swings down from level, and holds.");
    scene.camera([1.2, 0.3, 4.6], [0.0, -0.6, 0.0], 38.0);
    let ground = scene.material(&Material::new("Ground", 0.5, 0.52, 0.5));
    let floor = scene.mesh("Ground", [shapes::grid(2, 2, 4.0, 4.0).material(ground)]);
    scene.add(Node::new("Ground").at([0.0, -1.6, 0.0]).mesh(floor));
    let joint =
        scene.physics_joint(json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}));
    let last = links(&mut scene, joint);
    ball(&mut scene, last, joint);
    // The ball moves on a circle: no joint separates.
    let radius = f64::from(LINKS as f32 * LENGTH + 0.08);
    for metric in ["com.x", "com.y"] {
        let ball = |metric| Expect::body("Ball", metric);
        scene.expect(ball(metric).min(-1.01 * radius).max(1.01 * radius));
    }
    scene.expect(Expect::body("Ball", "com.y").at(0.6).max(-0.9 * radius));
    scene
}

/// Adds the links along +X from a hook at the origin, and returns the end of the last one.
fn links(scene: &mut Document, joint: usize) -> usize {
    let iron = scene.material(
        &Material::new("Iron", 0.35, 0.35, 0.38)
            .metal()
            .roughness(0.4),
    );
    let link = scene.mesh(
        "Link",
        [shapes::capsule(0.02, LENGTH - 0.02, 20, 10).material(iron)],
    );
    let shape = scene.shape(Shape::capsule(LENGTH - 0.06, 0.02));
    let level = Quat::from_rotation_z(FRAC_PI_2);
    let mut last = scene.add(Node::new("Hook"));
    for i in 0..LINKS {
        let at = Vec3::new((i as f32 + 0.5) * LENGTH, 0.0, 0.0);
        let node = Node::new(&format!("Link{i}"))
            .at(at)
            .rotated(level)
            .mesh(link);
        let node = scene.add(node.collider(shape, None).motion(json!({"mass": 0.1})));
        scene.add_child(
            node,
            Node::new("Joint")
                .at([0.0, LENGTH / 2.0, 0.0])
                .joint(last, joint),
        );
        last = scene.add_child(node, Node::new("Eye").at([0.0, -LENGTH / 2.0, 0.0]));
    }
    last
}

/// Adds the ball at the end of the chain.
fn ball(scene: &mut Document, last: usize, joint: usize) {
    let brass = scene.material(
        &Material::new("Brass", 0.8, 0.6, 0.25)
            .metal()
            .roughness(0.3),
    );
    let ball = scene.mesh("Ball", [shapes::sphere(0.08, 32, 16).material(brass)]);
    let shape = scene.shape(Shape::Sphere { radius: 0.08 });
    let at = Vec3::new(LINKS as f32 * LENGTH + 0.08, 0.0, 0.0);
    let node = Node::new("Ball").at(at).mesh(ball).collider(shape, None);
    let node = scene.add(
        node.motion(json!({"mass": 1}))
            .extra("pliant_body", "rigid"),
    );
    scene.add_child(
        node,
        Node::new("Joint").at([-0.08, 0.0, 0.0]).joint(last, joint),
    );
}
