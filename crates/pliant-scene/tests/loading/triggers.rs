//! Triggers of KHR_physics_rigid_bodies and OMI_physics_body: their shapes and parts, and invalid ones.

use crate::common::{cube_parts, mesh, open};
use pliant_scene::{Scene, Shape};
use serde_json::{Value, json};

const KHR: &str = "KHR_physics_rigid_bodies";
const OMI: &str = "OMI_physics_body";

/// A node `Whole` with this extension, its children `Left` and `Right`, and another root `Other` with a cube.
fn file(whole: Value, left: Value, right: Value) -> Value {
    let (positions, indices) = cube_parts();
    let mut file = mesh(&positions, &indices, 4);
    let filters = json!([{"collisionSystems": ["a"]}, {"collisionSystems": ["b"]}]);
    file["extensions"] = json!({
        "KHR_implicit_shapes": {"shapes": [{"type": "sphere"}, {"type": "box"}]},
        "OMI_physics_shape": {"shapes": [{"type": "box"}]},
        KHR: {"collisionFilters": filters}});
    file["nodes"] = json!([
        {"name": "Whole", "children": [1, 2], "extensions": whole},
        {"name": "Left", "extensions": left},
        {"name": "Right", "extensions": right},
        {"name": "Other", "mesh": 0}]);
    file["scenes"][0]["nodes"] = json!([0, 3]);
    file
}

fn sphere(more: Value) -> Value {
    let mut trigger = json!({"geometry": {"shape": 0}});
    for (key, value) in more.as_object().unwrap() {
        trigger[key] = value.clone();
    }
    json!({KHR: {"trigger": trigger}})
}

fn sound(file: &Value) -> Scene {
    let scene = open(file).unwrap();
    assert_eq!(scene.warnings, [""; 0]);
    scene
}

fn refused(file: &Value, words: &[&str]) {
    let line = open(file).expect_err("it is wrong").to_string();
    assert!(words.iter().all(|word| line.contains(word)), "{line}");
}

#[test]
fn a_trigger_is_no_collider_and_weighs_nothing() {
    let body = json!({KHR: {"motion": {}, "collider": {"geometry": {"shape": 1}}}});
    let scene = sound(&file(body, sphere(json!({})), json!({})));
    assert_eq!((scene.colliders.len(), scene.triggers.len()), (1, 1));
    assert_eq!(scene.rigids[0].mass, 1000.0);
    let part = &scene.triggers[0].parts[0];
    assert_eq!(part.shape, Shape::Sphere { radius: 0.5 });
    assert_eq!(part.rigid, Some(0), "it goes with the body");
}

#[test]
fn meshes_are_triggers_too() {
    let geometry = json!({"geometry": {"node": 3}});
    let scene = sound(&file(
        json!({KHR: {"trigger": geometry}}),
        json!({}),
        json!({}),
    ));
    let part = &scene.triggers[0].parts[0];
    assert!(matches!(part.shape, Shape::Mesh { .. }));
}

#[test]
fn compounds_are_one_trigger() {
    let whole = json!({KHR: {"trigger": {"nodes": [1, 2], "collisionFilter": 0}}});
    let right = sphere(json!({"collisionFilter": 1}));
    let scene = sound(&file(whole, sphere(json!({})), right));
    assert_eq!(scene.triggers.len(), 1);
    let systems: Vec<u32> = (scene.triggers[0].parts.iter())
        .map(|part| part.filter.systems)
        .collect();
    assert_eq!(systems, [1, 2]);
    let omi = |trigger: Value| json!({OMI: {"trigger": trigger}});
    let (whole, part) = (omi(json!({"nodes": [1, 2]})), omi(json!({"shape": 0})));
    let scene = sound(&file(whole, part.clone(), part));
    assert_eq!(
        (scene.triggers.len(), scene.triggers[0].parts.len()),
        (1, 2)
    );
}

#[test]
fn what_is_wrong_is_named() {
    let compound = |nodes: Value| json!({KHR: {"trigger": {"nodes": nodes}}});
    let whole = |nodes, left| file(compound(nodes), left, json!({}));
    let part = || sphere(json!({}));
    for (wrong, word) in [
        (whole(json!([9]), part()), "node 9"),
        (whole(json!([2]), part()), "\"Right\", which has no trigger"),
        (whole(json!([3]), part()), "\"Other\", which is not below"),
        (whole(json!([0]), part()), "\"Whole\", which is not below"),
    ] {
        refused(&wrong, &["node \"Whole\"", word]);
    }
    let wrong = sphere(json!({"geometry": {"shape": 7}}));
    refused(
        &file(wrong, json!({}), json!({})),
        &["node \"Whole\"", "shape 7"],
    );
    let empty = json!({KHR: {"trigger": {}}});
    let scene = open(&file(empty, json!({}), json!({}))).unwrap();
    assert!(scene.triggers.is_empty());
    let off = |warning: &String| warning.contains("\"Whole\"") && warning.contains("off");
    assert!(scene.warnings.iter().any(off), "{:?}", scene.warnings);
}

#[test]
fn a_key_makes_a_trigger_that_goes_with_its_parent() {
    let body = json!({KHR: {"motion": {}, "collider": {"geometry": {"shape": 1}}}});
    let mut file = file(body, json!({}), json!({}));
    file["nodes"][1]["mesh"] = json!(0);
    file["nodes"][1]["extras"] = json!({"pliant_body": "trigger", "pliant_collider": "sphere"});
    file["nodes"][3]["extras"] = json!({"pliant_body": "trigger"});
    let scene = sound(&file);
    assert_eq!((scene.colliders.len(), scene.rigids.len()), (1, 1));
    let [carried, standing] = &scene.triggers[..] else {
        panic!("two triggers");
    };
    assert!(matches!(carried.parts[0].shape, Shape::Sphere { .. }));
    assert_eq!(carried.parts[0].rigid, Some(0));
    assert!(matches!(standing.parts[0].shape, Shape::Mesh { .. }));
    file["nodes"][3]["extras"]["pliant_density"] = json!(3);
    let warnings = open(&file).unwrap().warnings;
    assert!(warnings[0].contains("does not fit a body of kind trigger"));
}
