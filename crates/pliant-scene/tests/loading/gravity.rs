//! Gravity volumes: OMI_physics_gravity of nodes, valid and invalid.

use crate::common::{cube_parts, mesh, open};
use glam::Vec3;
use pliant_scene::{FieldKind, Scene, Shape};
use serde_json::{Value, json};

/// Nodes `Low`, turned and scaled, `High` and `Last` with these gravities, each in a ball; shape 1 is a box.
fn file(gravities: [Value; 3]) -> Value {
    let (positions, indices) = cube_parts();
    let mut file = mesh(&positions, &indices, 4);
    file["extensions"] =
        json!({"OMI_physics_shape": {"shapes": [{"type": "sphere"}, {"type": "box"}]}});
    let node = |name: &str, gravity: Value| {
        json!({"name": name, "extensions": {
            "OMI_physics_body": {"trigger": {"shape": 0}}, "OMI_physics_gravity": gravity}})
    };
    let [low, high, last] = gravities;
    file["nodes"] = json!([node("Low", low), node("High", high), node("Last", last)]);
    file["nodes"][0]["scale"] = json!([2, 2, 2]);
    file["scenes"][0]["nodes"] = json!([0, 1, 2]);
    file
}

fn plain() -> Value {
    json!({"type": "point", "gravity": 1})
}

fn sound(file: &Value) -> Scene {
    let scene = open(file).unwrap();
    assert_eq!(scene.warnings, [""; 0]);
    scene
}

/// The fields' nodes, in order.
fn order(scene: &Scene) -> Vec<usize> {
    let nodes = scene.fields.iter().map(|field| field.source.node);
    nodes.collect()
}

#[test]
fn defaults_are_those_of_the_extension() {
    let directional = json!({"type": "directional", "gravity": -2});
    let disc = json!({"type": "disc", "gravity": 0, "disc": {}});
    let scene = sound(&file([directional, disc, plain()]));
    assert_eq!(order(&scene), [0, 1, 2]);
    let [first, second, third] = &scene.fields[..] else {
        panic!("three fields");
    };
    let down = FieldKind::Directional {
        direction: Vec3::NEG_Y,
    };
    assert_eq!((&first.kind, first.gravity), (&down, -2.0));
    assert_eq!(second.kind, FieldKind::Disc { radius: 1.0 });
    assert_eq!(
        (&third.kind, third.unit_distance),
        (&FieldKind::Nearest, 0.0)
    );
    assert_eq!(third.source.shape, Shape::Sphere { radius: 0.0 });
    assert!(!(third.replaces || third.stops || third.stops_world));
    assert_eq!([first.trigger, second.trigger, third.trigger], [0, 1, 2]);
}

#[test]
fn lengths_follow_the_scale_and_unit_distance_does_not() {
    let line = json!({"type": "line", "gravity": 1, "line": {"points": [0, 0, 0, 1, 0, -1], "unitDistance": 3}});
    let torus = json!({"type": "torus", "gravity": 1, "torus": {"radius": 2}});
    let shaped = json!({"type": "shaped", "gravity": 1, "shaped": {"shape": 1}});
    let scene = sound(&file([line.clone(), torus.clone(), shaped.clone()]));
    let points = vec![Vec3::ZERO, Vec3::new(2.0, 0.0, -2.0)];
    assert_eq!(scene.fields[0].kind, FieldKind::Line { points });
    assert_eq!(scene.fields[0].unit_distance, 3.0);
    let scene = sound(&file([torus, shaped.clone(), plain()]));
    assert_eq!(scene.fields[0].kind, FieldKind::Torus { radius: 4.0 });
    let scene = sound(&file([shaped, plain(), plain()]));
    assert_eq!(scene.fields[0].source.shape, Shape::Box { half: Vec3::ONE });
}

#[test]
fn priorities_give_the_order() {
    let with = |priority: Value| json!({"type": "point", "gravity": 1, "priority": priority, "stop": true});
    let scene = sound(&file([with(json!(-1)), with(json!(2.0)), with(json!(0))]));
    assert_eq!(order(&scene), [1, 2, 0]);
    let worlds: Vec<bool> = scene.fields.iter().map(|f| f.stops_world).collect();
    assert_eq!(worlds, [true, true, false]);
    assert!(scene.fields.iter().all(|field| field.stops));
}

#[test]
fn triggers_of_every_kind_will_do() {
    let mut file = file([plain(), plain(), plain()]);
    file["extensions"]["KHR_implicit_shapes"]["shapes"] = json!([{"type": "box"}]);
    file["nodes"][0]["extensions"] = json!({
        "KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": 0}}}, "OMI_physics_gravity": plain()});
    file["nodes"][1]["extensions"] = json!({"OMI_physics_gravity": plain()});
    file["nodes"][1]["mesh"] = json!(0);
    file["nodes"][1]["extras"] = json!({"pliant_body": "trigger"});
    file["nodes"][2]["extensions"]["OMI_physics_body"]["trigger"] = json!({"nodes": [3]});
    file["nodes"][2]["children"] = json!([3]);
    let part =
        json!({"name": "Part", "extensions": {"OMI_physics_body": {"trigger": {"shape": 1}}}});
    file["nodes"].as_array_mut().unwrap().push(part);
    assert_eq!(order(&sound(&file)), [0, 1, 2]);
}

#[test]
fn what_is_wrong_is_named() {
    for (wrong, word) in [
        (json!({"type": "point"}), "gravity must be"),
        (
            json!({"type": "point", "gravity": "much"}),
            "OMI_physics_gravity",
        ),
        (json!({"type": "point", "gravity": 1e39}), "gravity must be"),
        (
            json!({"type": "point", "gravity": 1, "priority": 0.5}),
            "priority",
        ),
        (
            json!({"type": "point", "gravity": 1, "stop": 1}),
            "OMI_physics_gravity",
        ),
        (
            json!({"type": "point", "gravity": 1, "point": {"unitDistance": -1}}),
            "unitDistance",
        ),
        (
            json!({"type": "disc", "gravity": 1, "disc": {"radius": -1}}),
            "radius",
        ),
        (
            json!({"type": "torus", "gravity": 1, "torus": {"radius": 1e39}}),
            "radius",
        ),
        (
            json!({"type": "directional", "gravity": 1, "directional": {"direction": [0, 0, 0]}}),
            "direction",
        ),
        (
            json!({"type": "line", "gravity": 1, "line": {"points": [0, 0, 0]}}),
            "points",
        ),
        (
            json!({"type": "line", "gravity": 1, "line": {"points": [0, 0, 0, 1, 1, 1, 2]}}),
            "points",
        ),
        (
            json!({"type": "line", "gravity": 1, "line": {"points": [0, 0, 0, 1, 1, 1e39]}}),
            "points",
        ),
        (
            json!({"type": "shaped", "gravity": 1, "shaped": {"shape": 7}}),
            "shape 7",
        ),
    ] {
        let line = open(&file([plain(), wrong, plain()]))
            .unwrap_err()
            .to_string();
        assert!(
            line.contains("node \"High\"") && line.contains(word),
            "{line}"
        );
    }
}

/// Its gravity is off, as a warning with these words says.
fn off(file: &Value, words: &[&str]) {
    let scene = open(file).unwrap();
    assert_eq!(order(&scene), [0, 2]);
    let reported = |line: &String| {
        line.contains("node \"High\"") && words.iter().all(|word| line.contains(word))
    };
    assert!(scene.warnings.iter().any(reported), "{:?}", scene.warnings);
}

#[test]
fn what_has_no_effect_is_reported() {
    for (idle, word) in [
        (json!({"type": "vortex", "gravity": 1}), "type"),
        (json!({"gravity": 1}), "type"),
        (json!({"type": "line", "gravity": 1}), "no points"),
        (
            json!({"type": "shaped", "gravity": 1, "shaped": {"shape": -1}}),
            "no shape",
        ),
    ] {
        off(&file([plain(), idle, plain()]), &[word, "off"]);
    }
    let mut bodies = file([plain(), plain(), plain()]);
    let extension =
        |file: &mut Value, value| file["nodes"][1]["extensions"]["OMI_physics_body"] = value;
    extension(&mut bodies, json!({}));
    off(&bodies, &["no trigger"]);
    extension(
        &mut bodies,
        json!({"trigger": {"shape": 0}, "motion": {"type": "dynamic"}}),
    );
    off(&bodies, &["body or collider"]);
    extension(
        &mut bodies,
        json!({"trigger": {"shape": 0}, "collider": {"shape": 0}}),
    );
    off(&bodies, &["body or collider"]);
    let mut part = file([plain(), plain(), plain()]);
    part["nodes"][0]["children"] = json!([1]);
    part["scenes"][0]["nodes"] = json!([0, 2]);
    part["nodes"][0]["extensions"]["OMI_physics_body"]["trigger"]["nodes"] = json!([1]);
    off(&part, &["part of another"]);
    let unread = json!({"type": "point", "gravity": 1, "point": {"falloff": 2}});
    let warnings = open(&file([plain(), unread, plain()])).unwrap().warnings;
    assert!(
        warnings[0].contains("point.falloff of OMI_physics_gravity"),
        "{warnings:?}"
    );
}
