//! Joints of KHR_physics_rigid_bodies: their ends, limits and drives, and invalid ones.

use crate::common::{mesh, open};
use pliant_scene::{Carrier, Freedom, Scene};
use serde_json::{Value, json};

const KHR: &str = "KHR_physics_rigid_bodies";

/// A body `Arm` with a node `Hand` under it that has `joint`, and a node `Post`; `physics_joint` is joint 0.
fn file(joint: Value, physics_joint: Value) -> Value {
    let mut file = mesh(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[0, 1, 2], 4);
    file["extensions"][KHR] = json!({ "physicsJoints": [physics_joint] });
    file["nodes"] = json!([
        {"name": "Arm", "translation": [0, 2, 0], "children": [1], "extensions": {KHR: {"motion": {"mass": 1}}}},
        {"name": "Hand", "translation": [1, 0, 0], "extensions": {KHR: {"joint": joint}}},
        {"name": "Post"}]);
    file["scenes"][0]["nodes"] = json!([0, 2]);
    file
}

fn to_post() -> Value {
    json!({"connectedNode": 2, "joint": 0})
}

fn limit(limit: Value) -> Value {
    json!({ "limits": [limit] })
}

fn refused(file: &Value, words: &[&str]) {
    let line = open(file).expect_err("it is wrong").to_string();
    assert!(words.iter().all(|word| line.contains(word)), "{line}");
}

fn warned(file: &Value, word: &str) -> Scene {
    let scene = open(file).unwrap();
    assert!(
        scene.warnings.iter().any(|w| w.contains(word)),
        "{:?}",
        scene.warnings
    );
    scene
}

#[test]
fn a_joint_ties_bodies_to_each_other_and_to_the_world() {
    let hinge = json!({"limits": [{"linearAxes": [0, 1, 2], "max": 0}, {"angularAxes": [2], "min": -1, "stiffness": 9}],
        "drives": [{"type": "angular", "mode": "acceleration", "axis": 2, "velocityTarget": 3, "damping": 2}]});
    let scene = open(&file(to_post(), hinge)).unwrap();
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    let joint = &scene.joints[0];
    assert_eq!(joint.carriers, [Carrier::Rigid(0), Carrier::World]);
    assert_eq!((joint.node, joint.connected, joint.collides), (1, 2, false));
    let [place, turn] = &joint.limits[..] else {
        panic!("two limits");
    };
    assert_eq!((place.min, place.max), (0.0, 0.0));
    assert!(place.stiffness.is_infinite());
    assert_eq!(
        (turn.freedom, turn.axes),
        (Freedom::Angular, [false, false, true])
    );
    assert!(turn.max.is_infinite() && turn.stiffness == 9.0);
    let drive = joint.drives[0];
    assert!(drive.acceleration && drive.max_force.is_infinite());
    assert_eq!((drive.velocity, drive.axis), (3.0, 2));
}

#[test]
fn what_joints_must_not_say_is_refused_by_name() {
    let plain = || limit(json!({"linearAxes": [0], "max": 1}));
    for (joint, word) in [
        (json!({"connectedNode": 1, "joint": 0}), "itself"),
        (json!({"joint": 0}), "connectedNode"),
        (json!({"connectedNode": 2}), "joint"),
        (json!({"connectedNode": 7, "joint": 0}), "node 7"),
        (json!({"connectedNode": 2, "joint": 3}), "physicsJoint 3"),
    ] {
        refused(&file(joint, plain()), &["node \"Hand\"", word]);
    }
    for (wrong, word) in [
        (
            limit(json!({"linearAxes": [0], "min": 2, "max": 1})),
            "min 2 above max 1",
        ),
        (
            limit(json!({"linearAxes": [0], "stiffness": -1})),
            "stiffness",
        ),
        (limit(json!({"angularAxes": [0], "damping": -1})), "damping"),
        (limit(json!({"angularAxes": [3]})), "axis 3"),
        (limit(json!({"angularAxes": []})), "no axes"),
        (limit(json!({"max": 1})), "linearAxes or angularAxes"),
        (
            json!({"drives": [{"type": "round", "mode": "force", "axis": 0}]}),
            "round",
        ),
        (
            json!({"drives": [{"type": "linear", "mode": "fast", "axis": 0}]}),
            "fast",
        ),
        (
            json!({"drives": [{"type": "linear", "mode": "force"}]}),
            "axis",
        ),
        (
            json!({"drives": [{"type": "linear", "mode": "force", "axis": 0, "maxForce": -1}]}),
            "maxForce",
        ),
    ] {
        refused(&file(to_post(), wrong), &["physicsJoints 0", word]);
    }
}

#[test]
fn joints_that_hold_nothing_are_reported() {
    let plain = limit(json!({"linearAxes": [0], "max": 1}));
    let mut fixed = file(to_post(), plain.clone());
    fixed["nodes"][0]["extensions"] = json!({});
    assert!(warned(&fixed, "no effect").joints.is_empty());
    let mut own = file(json!({"connectedNode": 0, "joint": 0}), plain.clone());
    assert!(warned(&own, "no effect").joints.is_empty());
    own = file(to_post(), plain);
    own["nodes"][2]["extras"] = json!({"pliant_break_force": 3});
    warned(&own, "no joint that could break");
    own["nodes"][1]["extras"] = json!({"pliant_break_force": 3});
    assert_eq!(open(&own).unwrap().joints[0].break_force, Some(3.0));
}
