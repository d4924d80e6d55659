//! Invalid physics data: each fault is an error or a warning that names its object.

use crate::common::{add_floats, cube_parts, mesh, open};
use serde_json::{Value, json};

const KHR: &str = "KHR_physics_rigid_bodies";

/// A moving node `Solid` with this extension beside a node `Post`; mesh 0 is a cube, mesh 1 a triangle.
fn file(extension: Value) -> Value {
    let (positions, indices) = cube_parts();
    let mut file = mesh(&positions, &indices, 4);
    let mut triangle = file["meshes"][0]["primitives"][0].clone();
    let flat = add_floats(
        &mut file,
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        "VEC3",
        3,
    );
    triangle["attributes"] = json!({"POSITION": flat});
    triangle.as_object_mut().unwrap().remove("indices");
    file["meshes"]
        .as_array_mut()
        .unwrap()
        .push(json!({"name": "Triangle", "primitives": [triangle]}));
    let limit = json!({"linearAxes": [0, 1, 2], "max": 0});
    file["extensions"] = json!({
        "KHR_implicit_shapes": {"shapes": [{"type": "box"}]},
        KHR: {"physicsJoints": [{"limits": [limit]}], "physicsMaterials": [{}], "collisionFilters": [{}]}});
    file["nodes"] = json!([
        {"name": "Solid", "mesh": 0, "extensions": {KHR: extension}},
        {"name": "Post"}]);
    file["scenes"][0]["nodes"] = json!([0, 1]);
    file
}

fn shaped(geometry: Value) -> Value {
    json!({"motion": {}, "collider": {"geometry": geometry}})
}

#[test]
fn what_can_not_be_is_refused_by_name() {
    let joint = |joint: Value| json!({"motion": {}, "joint": joint});
    let named = |key: &str| json!({"motion": {}, "collider": {"geometry": {"shape": 0}, key: 5}});
    for (extension, word) in [
        (json!({"motion": {"mass": -1}}), "mass must be 0"),
        (json!({"motion": {"mass": "heavy"}}), "heavy"),
        (
            json!({"motion": {"inertiaDiagonal": [1, 1, -1]}}),
            "inertiaDiagonal",
        ),
        (joint(json!({"connectedNode": 0, "joint": 0})), "itself"),
        (joint(json!({"connectedNode": 9, "joint": 0})), "node 9"),
        (joint(json!({"joint": 0})), "no connectedNode"),
        (
            joint(json!({"connectedNode": 1, "joint": 4})),
            "physicsJoint 4",
        ),
        (
            joint(json!({"connectedNode": -1, "joint": 0})),
            "invalid value",
        ),
        (shaped(json!({"shape": 3})), "implicit shape 3"),
        (shaped(json!({"mesh": 7})), "mesh 7"),
        (shaped(json!({"node": 8})), "node 8"),
        (named("physicsMaterial"), "physicsMaterial 5"),
        (named("collisionFilter"), "collisionFilter 5"),
        (json!({"trigger": {"nodes": [6]}}), "node 6"),
    ] {
        let line = open(&file(extension)).expect_err("it is wrong").to_string();
        assert!(line.contains("\"Solid\"") && line.contains(word), "{line}");
        assert!(!line.contains('\n'), "{line}");
    }
}

#[test]
fn what_can_be_left_out_is_reported_by_name() {
    let mut disabled = file(shaped(json!({"shape": 0})));
    disabled["nodes"][0]["scale"] = json!([0, 0, 0]);
    let nothing = file(shaped(json!({"node": 1})));
    let few = file(shaped(json!({"mesh": 1, "convexHull": true})));
    let joint = json!({"joint": {"connectedNode": 1, "joint": 0}});
    for (wrong, name, word) in [
        (disabled, "Solid", "scale is zero"),
        (nothing, "Solid", "no mesh"),
        (few, "Triangle", "has 3 points, fewer than the 4 of a hull"),
        (file(joint), "Solid", "no effect"),
    ] {
        let scene = open(&wrong).expect("it loads");
        let reported = |w: &String| w.contains(name) && w.contains(word);
        assert!(
            scene.warnings.iter().any(reported),
            "{word}: {:?}",
            scene.warnings
        );
    }
}

#[test]
fn keys_that_nothing_reads_are_reported_once() {
    let mut wrong = file(shaped(json!({"shape": 0, "size": 3})));
    let (motion, limit) = (
        "/nodes/0/extensions/KHR_physics_rigid_bodies/motion",
        "/extensions/KHR_physics_rigid_bodies/physicsJoints/0/limits/0",
    );
    *wrong.pointer_mut(motion).unwrap() = json!({"weight": 3, "extras": {"by": "hand"}});
    wrong.pointer_mut(limit).unwrap()["springConstant"] = json!(3);
    wrong["nodes"][1]["extensions"] =
        json!({KHR: {"motion": {"weight": 3}}, "OMI_physics_joint": {"nodeC": 1}});
    let mut warnings = open(&wrong).expect("it loads").warnings;
    warnings.retain(|w| w.contains("unknown key"));
    let reported = [
        "collider.geometry.size of KHR_physics_rigid_bodies (node \"Solid\")",
        "motion.weight of KHR_physics_rigid_bodies (node \"Solid\" and 1 other)",
        "nodeC of OMI_physics_joint (node \"Post\")",
        "physicsJoints.limits.springConstant of KHR_physics_rigid_bodies",
    ];
    let reported = reported.map(|key| format!("unknown key; ignored: {key}"));
    assert_eq!(warnings, reported);
}
