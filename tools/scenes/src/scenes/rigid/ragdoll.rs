//! A ragdoll falls on steps.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::{Quat, Vec3};
use serde_json::{Value, json};
use std::f32::consts::FRAC_PI_2;

/// A limb: name, centre, length and radius, m, and rotation from upright about Z, rad.
type Limb = (&'static str, Vec3, f32, f32, f32);

const LIMBS: [Limb; 9] = [
    ("Chest", Vec3::new(0.0, 0.3, 0.0), 0.16, 0.11, 0.0),
    ("Hips", Vec3::new(0.0, 0.05, 0.0), 0.06, 0.1, FRAC_PI_2),
    ("Head", Vec3::new(0.0, 0.6, 0.0), 0.06, 0.09, 0.0),
    (
        "Left_arm",
        Vec3::new(-0.29, 0.4, 0.0),
        0.18,
        0.05,
        FRAC_PI_2,
    ),
    (
        "Right_arm",
        Vec3::new(0.29, 0.4, 0.0),
        0.18,
        0.05,
        FRAC_PI_2,
    ),
    (
        "Left_hand",
        Vec3::new(-0.56, 0.4, 0.0),
        0.18,
        0.04,
        FRAC_PI_2,
    ),
    (
        "Right_hand",
        Vec3::new(0.56, 0.4, 0.0),
        0.18,
        0.04,
        FRAC_PI_2,
    ),
    ("Left_leg", Vec3::new(-0.09, -0.2, 0.0), 0.28, 0.07, 0.0),
    ("Right_leg", Vec3::new(0.09, -0.2, 0.0), 0.28, 0.07, 0.0),
];

/// A joint: two limbs, its position, m, and the largest bend, rad.
const JOINTS: [(usize, usize, Vec3, f32); 8] = [
    (0, 1, Vec3::new(0.0, 0.15, 0.0), 0.4),
    (2, 0, Vec3::new(0.0, 0.5, 0.0), 0.5),
    (3, 0, Vec3::new(-0.16, 0.4, 0.0), 1.2),
    (4, 0, Vec3::new(0.16, 0.4, 0.0), 1.2),
    (5, 3, Vec3::new(-0.43, 0.4, 0.0), 1.0),
    (6, 4, Vec3::new(0.43, 0.4, 0.0), 1.0),
    (7, 1, Vec3::new(-0.09, 0.0, 0.0), 1.0),
    (8, 1, Vec3::new(0.09, 0.0, 0.0), 1.0),
];

/// A ball joint with limits of bend and twist.
fn socket(bend: f32) -> Value {
    json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0},
        {"angularAxes": [0, 2], "max": bend}, {"angularAxes": [1], "min": -0.4, "max": 0.4}]})
}

pub(in crate::scenes) fn scene() -> Document {
    let mut scene =
        stage("A doll falls on steps: its joints hold, and bend no farther than they may.");
    scene.camera([2.2, 1.4, 3.0], [0.1, 0.6, 0.0], 40.0);
    steps(&mut scene);
    let skin = scene.material(&Material::new("Felt", 0.8, 0.5, 0.25).roughness(0.9));
    let up = Vec3::new(0.0, 1.3, 0.0);
    let lean = Quat::from_rotation_z(0.3);
    let mut limbs = Vec::new();
    for (name, at, length, radius, turn) in LIMBS {
        let turn = Quat::from_rotation_z(turn);
        let mesh = scene.mesh(
            name,
            [shapes::capsule(radius, length, 20, 10).material(skin)],
        );
        let shape = scene.shape(Shape::capsule(length, radius));
        let node = Node::new(name)
            .at(up + lean * at)
            .rotated(lean * turn)
            .mesh(mesh)
            .collider(shape, None);
        let node = node
            .extra("pliant_body", "rigid")
            .extra("pliant_density", 300);
        limbs.push((
            scene.add(node.motion(json!({"linearVelocity": [0, 0, 0]}))),
            at,
            turn,
        ));
        scene.expect(Expect::body(name, "com.y").at_end().min(0.02).max(1.2));
    }
    for (limb, trunk, at, bend) in JOINTS {
        let joint = scene.physics_joint(socket(bend));
        let seat = |limb: usize, name: &str| {
            let (_, center, turn) = limbs[limb];
            let back = turn.inverse();
            Node::new(name).at(back * (at - center)).rotated(back)
        };
        let (own, other) = (seat(limb, "Joint"), seat(trunk, "Socket"));
        let other = scene.add_child(limbs[trunk].0, other);
        scene.add_child(limbs[limb].0, own.joint(other, joint));
    }
    scene.expect(Expect::scene("max_penetration").at_end().max(0.02));
    scene
}

/// Adds three steps down to a floor.
fn steps(scene: &mut Document) {
    let stone = scene.material(&Material::new("Stone", 0.5, 0.5, 0.48));
    scene.floor(0.0, 6.0, stone);
    for i in 0..3 {
        let height = 0.2 * (3 - i) as f32;
        let size = Vec3::new(0.4, height, 1.6);
        let mesh = scene.mesh("Step", [shapes::cuboid(size).material(stone)]);
        let shape = scene.shape(Shape::Box { size });
        let at = Vec3::new(0.4 * i as f32 - 0.7, height / 2.0, 0.0);
        scene.add(
            Node::new(&format!("Step{i}"))
                .at(at)
                .mesh(mesh)
                .collider(shape, None),
        );
    }
}
