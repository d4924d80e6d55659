//! Joints of OMI_physics_joint, read as those of KHR_physics_rigid_bodies.

use crate::common::{cube_parts, mesh, open};
use pliant_scene::{Carrier, Freedom, Limit, Scene};
use serde_json::{Value, json};

const OMI: &str = "OMI_physics_joint";

/// A joint `Pin` between `Arm`, which moves, and `Post`, which stands, both cubes.
fn file(joint: Value, constraints: Value) -> Value {
    let (positions, indices) = cube_parts();
    let mut file = mesh(&positions, &indices, 4);
    file["extensionsUsed"] = json!([OMI, "OMI_physics_body", "OMI_physics_shape"]);
    file["extensionsRequired"] = file["extensionsUsed"].clone();
    file["extensions"] = json!({OMI: {"constraints": constraints},
        "OMI_physics_shape": {"shapes": [{"type": "box"}]}});
    let body = |kind: &str| json!({"OMI_physics_body": {"motion": {"type": kind}, "collider": {"shape": 0}}});
    file["nodes"] = json!([
        {"name": "Pin", "translation": [1, 2, 3], "extensions": {OMI: joint}},
        {"name": "Arm", "mesh": 0, "extensions": body("dynamic")},
        {"name": "Post", "mesh": 0, "translation": [3, 0, 0], "extensions": body("static")}]);
    file["scenes"][0]["nodes"] = json!([0, 1, 2]);
    file
}

fn between(constraints: Value) -> Value {
    json!({"constraints": constraints, "nodeA": 1, "nodeB": 2})
}

fn limits(of: Value, constraints: Value) -> Vec<Limit> {
    let scene: Scene = open(&file(between(of), constraints)).unwrap();
    assert_eq!(scene.warnings, [""; 0]);
    let joint = &scene.joints[0];
    assert_eq!((joint.node, joint.connected), (0, 0), "it is where it is");
    assert_eq!(joint.carriers, [Carrier::Rigid(0), Carrier::World]);
    assert!(!joint.collides);
    joint.limits.clone()
}

#[test]
fn a_pin_is_one_hard_limit() {
    let pin = limits(json!([0]), json!([{"linearAxes": [0, 1, 2]}]));
    let expected = Limit {
        freedom: Freedom::Linear,
        axes: [true; 3],
        min: 0.0,
        max: 0.0,
        stiffness: f32::INFINITY,
        damping: 0.0,
    };
    assert_eq!(pin, [expected]);
}

#[test]
fn later_constraints_go_before_earlier_ones_and_bounds_are_of_each_axis() {
    let slider = json!([
        {"linearAxes": [0, 1, 2]},
        {"linearAxes": [0, 2], "angularAxes": [1], "lowerLimit": -1, "upperLimit": 2, "stiffness": 5}]);
    let limits = limits(json!([0, 1]), slider);
    let seen: Vec<_> = (limits.iter())
        .map(|l| (l.freedom, l.axes, l.max, l.damping))
        .collect();
    let (x, y, z) = (
        [true, false, false],
        [false, true, false],
        [false, false, true],
    );
    assert_eq!(
        seen,
        [
            (Freedom::Linear, y, 0.0, 0.0),
            (Freedom::Linear, x, 2.0, 1.0),
            (Freedom::Linear, z, 2.0, 1.0),
            (Freedom::Angular, y, 2.0, 1.0)
        ]
    );
}

#[test]
fn what_is_wrong_is_named() {
    let pin = || json!([{"linearAxes": [0, 1, 2]}]);
    for (joint, constraints, words) in [
        (between(json!([1])), pin(), ["\"Pin\"", "constraint 1"]),
        (
            json!({"constraints": [0], "nodeA": 1}),
            pin(),
            ["\"Pin\"", "nodeB"],
        ),
        (
            json!({"constraints": [0], "nodeA": 1, "nodeB": 9}),
            pin(),
            ["\"Pin\"", "node 9"],
        ),
        (
            json!({"constraints": [0], "nodeA": 1, "nodeB": 1}),
            pin(),
            ["\"Pin\"", "itself"],
        ),
        (
            between(json!([0])),
            json!([{"linearAxes": [5]}]),
            ["constraints 0", "axis 5"],
        ),
        (
            between(json!([0])),
            json!([{"linearAxes": [0], "lowerLimit": 1}]),
            ["constraints 0", "lowerLimit 1"],
        ),
        (
            between(json!([0])),
            json!([{"stiffness": -1}]),
            ["constraints 0", "stiffness"],
        ),
    ] {
        let line = open(&file(joint, constraints)).unwrap_err().to_string();
        assert!(words.iter().all(|word| line.contains(word)), "{line}");
    }
}
