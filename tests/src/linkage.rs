//! Rigid bodies with every kind of joint, for the stage tests.

use glam::{Quat, Vec3};
use pliant_scene::Scene;
use pliant_scenes::{Channel, Document, Interpolation, Node, Shape, Track};
use serde_json::{Value, json};

/// The limits and drives of each joint of the chain.
fn joints() -> Vec<Value> {
    let ball = json!({"linearAxes": [0, 1, 2], "min": 0, "max": 0});
    let limits = |more: Value| json!({"limits": [ball, more]});
    vec![
        limits(
            json!({"angularAxes": [0, 1, 2], "min": 0, "max": 0, "stiffness": 30, "damping": 0.5}),
        ),
        json!({"limits": [ball, {"angularAxes": [0, 1], "min": 0, "max": 0}, {"angularAxes": [2], "min": -0.2, "max": 0.1}]}),
        limits(json!({"angularAxes": [1, 2], "max": 0.3})),
        limits(json!({"angularAxes": [0, 1, 2], "max": 0.2, "stiffness": 5})),
        json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0.1, "max": 0.2}]}),
        json!({"limits": [{"linearAxes": [0, 2], "min": 0, "max": 0}, {"linearAxes": [1], "min": -0.1, "max": 0.1}],
            "drives": [{"type": "linear", "mode": "force", "axis": 1, "positionTarget": 0.3, "stiffness": 50, "damping": 2}]}),
        json!({"limits": [{"linearAxes": [0, 1], "max": 0.05}, {"angularAxes": [0], "min": 0.1, "max": 0.1}],
            "drives": [{"type": "angular", "mode": "acceleration", "axis": 2, "velocityTarget": 9, "damping": 30, "maxForce": 0.2}]}),
        json!({"limits": [ball, {"angularAxes": [0], "min": 0, "max": 0}, {"angularAxes": [1], "min": 0, "max": 0},
            {"angularAxes": [2], "min": 0, "max": 0}, {"linearAxes": [0], "min": 0, "max": 0}]}),
    ]
}

/// A chain of boxes between a moving slab and a post, each with another kind of joint; the last joint breaks.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn linkage() -> Scene {
    let mut document = Document::new();
    let size = Vec3::new(0.25, 0.1, 0.12);
    let shape = document.shape(Shape::Box { size });
    let slab = document.add(
        Node::new("Slab")
            .at([-0.4, 1.0, 0.0])
            .collider(shape, None)
            .kinematic(),
    );
    document.animation(
        "Slides",
        &[Channel {
            node: slab,
            times: vec![0.0, 1.0],
            interpolation: Interpolation::Linear,
            track: Track::Translation(vec![Vec3::new(-0.4, 1.0, 0.0), Vec3::new(-0.4, 2.0, 0.5)]),
        }],
    );
    let mut last = slab;
    let kinds = joints();
    let count = kinds.len();
    for (i, kind) in kinds.into_iter().enumerate() {
        let joint = document.physics_joint(kind);
        let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.1 * i as f32, 0.02, 0.03 * i as f32);
        let node = Node::new(&format!("Link{i}"))
            .at([0.3 * i as f32, 1.0, 0.0])
            .rotated(turn);
        let spin =
            json!({"angularVelocity": [3, 1, 0.5 * i as f64], "linearVelocity": [0, -1, 0.3]});
        let node = document.add(node.collider(shape, None).motion(spin));
        let seat = document.add_child(last, Node::new("Seat").at([0.15, 0.01, 0.0]));
        let extra = if i + 1 == count {
            json!({"pliant_break_force": 1})
        } else {
            json!({})
        };
        document.add_child(
            node,
            Node::new("Joint")
                .at([-0.15, 0.0, 0.01])
                .joint(seat, joint)
                .extras(extra),
        );
        last = node;
    }
    let post = document.add(
        Node::new("Post")
            .at([0.3 * count as f32, 1.0, 0.0])
            .collider(shape, None),
    );
    let joint =
        document.physics_joint(json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}));
    document.add_child(
        last,
        Node::new("End").at([0.15, 0.0, 0.0]).joint(post, joint),
    );
    crate::world::scene_of(&document)
}
