//! Skins and morph targets: what is read, how vertices deform, and broken files.

use crate::common::{add_accessor, add_floats, mesh, open};
use glam::{Mat4, Vec3};
use pliant_scene::{Error, Scene};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A strip of six vertices along X, bound to two joints that lie at x = 0 and x = 1; the second rotates by 90° about Z.
fn strip() -> Value {
    let corners: Vec<[f32; 3]> = (0..6u8)
        .map(|i| [f32::from(i / 2), f32::from(i % 2), 0.0])
        .collect();
    let mut file = mesh(&corners, &[0, 2, 1, 1, 2, 3, 2, 4, 3, 3, 4, 5], 4);
    let joints: Vec<u8> = (0..6u8).flat_map(|_| [0, 1, 0, 0]).collect();
    let joints = add_accessor(&mut file, &joints, 5121, "VEC4", 6);
    let weights = [
        [2.0, 0.0],
        [2.0, 0.0],
        [1.0, 1.0],
        [1.0, 1.0],
        [0.0, 3.0],
        [0.0, 3.0],
    ];
    let weights: Vec<f32> = weights
        .iter()
        .flat_map(|[a, b]| [*a, *b, 0.0, 0.0])
        .collect();
    let weights = add_floats(&mut file, &weights, "VEC4", 6);
    let binds = [Mat4::IDENTITY, Mat4::from_translation(-Vec3::X)];
    let binds: Vec<f32> = binds.iter().flat_map(Mat4::to_cols_array).collect();
    let binds = add_floats(&mut file, &binds, "MAT4", 2);
    let attributes = &mut file["meshes"][0]["primitives"][0]["attributes"];
    (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (json!(joints), json!(weights));
    file["skins"] = json!([{"name": "Arm", "joints": [1, 2], "inverseBindMatrices": binds}]);
    file["nodes"] = json!([
        {"name": "Cloth", "mesh": 0, "skin": 0, "translation": [5, 5, 5]},
        {"name": "Upper", "children": [2]},
        {"name": "Lower", "translation": [1, 0, 0]}
    ]);
    file["scenes"][0]["nodes"] = json!([0, 1]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    animate(
        &mut file,
        2,
        "rotation",
        &[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, half, half]],
    );
    file
}

/// Adds an animation from 0 s to 1 s of a node.
fn animate<const N: usize>(file: &mut Value, node: usize, path: &str, keys: &[[f32; N]]) {
    let times: Vec<f32> = (0..keys.len()).map(|k| k as f32).collect();
    let input = add_floats(file, &times, "SCALAR", keys.len());
    let kind = if N == 4 { "VEC4" } else { "SCALAR" };
    let count = if N == 4 { keys.len() } else { N * keys.len() };
    let output = add_floats(file, keys.as_flattened(), kind, count);
    let animation = json!({"samplers": [{"input": input, "output": output}],
        "channels": [{"sampler": 0, "target": {"node": node, "path": path}}]});
    match &mut file["animations"] {
        Value::Array(list) => list.push(animation),
        none => *none = json!([animation]),
    }
}

/// World positions of the vertices of node 0 at a time.
fn deformed(scene: &Scene, time: f64) -> Vec<Vec3> {
    let weights = scene.morph_weights(0, time, false);
    let deformation = scene.deformation(0).expect("the mesh deforms");
    deformation.deformed(&scene.pose(time, false), &weights)
}

#[track_caller]
fn near(found: Vec3, expected: [f32; 3]) {
    assert!(
        (found - Vec3::from(expected)).length() < 1e-6,
        "{found} is not {expected:?}"
    );
}

#[track_caller]
fn refused(file: &Value, culprits: &[&str]) {
    match open(file) {
        Err(Error::Scene(line)) => {
            assert!(!line.contains('\n'), "{line}");
            let named = culprits.iter().all(|culprit| line.contains(culprit));
            assert!(named, "{line:?} does not name all of {culprits:?}");
        }
        other => panic!("{culprits:?}: {:?}", other.map(|scene| scene.warnings)),
    }
}

#[test]
fn vertices_blend_their_joints_and_ignore_their_own_node() {
    let scene = open(&strip()).unwrap();
    assert_eq!(scene.warnings, Vec::<String>::new());
    let start = deformed(&scene, 0.0);
    near(start[1], [0.0, 1.0, 0.0]);
    near(start[4], [2.0, 0.0, 0.0]);
    let end = deformed(&scene, 1.0);
    near(end[1], [0.0, 1.0, 0.0]);
    // The mean of the positions by both joints: (1, 1) and (0, 0).
    near(end[3], [0.5, 0.5, 0.0]);
    near(end[4], [1.0, 1.0, 0.0]);
    near(end[5], [0.0, 1.0, 0.0]);
}

#[test]
fn joints_beyond_the_first_four_count() {
    let mut file = strip();
    let zeros = add_accessor(&mut file, &[0; 24], 5121, "VEC4", 6);
    let whole: Vec<u8> = (0..6).flat_map(|_| [255, 0, 0, 0]).collect();
    let whole = add_accessor(&mut file, &whole, 5121, "VEC4", 6);
    file["accessors"][whole]["normalized"] = json!(true);
    let attributes = &mut file["meshes"][0]["primitives"][0]["attributes"];
    (attributes["JOINTS_1"], attributes["WEIGHTS_1"]) = (json!(zeros), json!(whole));
    let scene = open(&file).unwrap();
    // 3/4 of the second joint and 1/4 of the first.
    near(deformed(&scene, 1.0)[4], [1.25, 0.75, 0.0]);
}

#[test]
fn morph_targets_move_vertices_by_their_weights_before_the_skin() {
    let mut file = strip();
    let up: Vec<f32> = (0..6).flat_map(|_| [0.0, 0.0, 1.0]).collect();
    let up = add_floats(&mut file, &up, "VEC3", 6);
    // A sparse target moves the last vertex only.
    let index = add_accessor(&mut file, &[5], 5121, "SCALAR", 1);
    let value = add_floats(&mut file, &[2.0, 0.0, 0.0], "VEC3", 1);
    let view = |file: &Value, accessor: usize| file["accessors"][accessor]["bufferView"].clone();
    let sparse = json!({"count": 6, "componentType": 5126, "type": "VEC3", "sparse": {"count": 1,
        "indices": {"bufferView": view(&file, index), "componentType": 5121},
        "values": {"bufferView": view(&file, value)}}});
    file["accessors"].as_array_mut().unwrap().push(sparse);
    let sparse = file["accessors"].as_array().unwrap().len() - 1;
    let targets = json!([{"POSITION": up, "NORMAL": up}, {"POSITION": sparse}, {}]);
    file["meshes"][0]["primitives"][0]["targets"] = targets;
    file["meshes"][0]["weights"] = json!([0.5, 0.0, 1.0]);
    let scene = open(&file).unwrap();
    near(deformed(&scene, 1.0)[1], [0.0, 1.0, 0.5]);
    file["nodes"][0]["weights"] = json!([0.0, 1.0, 0.0]);
    let scene = open(&file).unwrap();
    near(deformed(&scene, 1.0)[5], [0.0, 3.0, 0.0]);
    animate(&mut file, 0, "weights", &[[0.0, 0.0, 0.0], [4.0, 2.0, 0.0]]);
    let scene = open(&file).unwrap();
    assert_eq!(scene.morph_weights(0, 0.25, false), [1.0, 0.5, 0.0]);
    assert_eq!(scene.morph_weights(0, 9.0, false), [4.0, 2.0, 0.0]);
    near(deformed(&scene, 0.0)[1], [0.0, 1.0, 0.0]);
    near(deformed(&scene, 1.0)[1], [0.0, 1.0, 4.0]);
}

#[test]
fn weights_step_and_follow_splines() {
    let mut file = strip();
    file["meshes"][0]["primitives"][0]["targets"] = json!([{}, {}]);
    // Keys of t² and of −t², whose slopes at 0 s and 1 s are 0 and ±2.
    let spline = [
        [0.0f32; 2],
        [0.0; 2],
        [0.0; 2],
        [2.0, -2.0],
        [1.0, -1.0],
        [0.0; 2],
    ];
    animate(&mut file, 0, "weights", &spline[..2]);
    let output = add_floats(&mut file, spline.as_flattened(), "SCALAR", 12);
    let sampler = &mut file["animations"][1]["samplers"][0];
    (sampler["output"], sampler["interpolation"]) = (json!(output), json!("CUBICSPLINE"));
    let scene = open(&file).unwrap();
    for time in [0.0, 0.3, 0.5, 1.0] {
        let [up, down] = scene.morph_weights(0, time, false)[..] else {
            panic!("two targets")
        };
        let expected = (time * time) as f32;
        assert!(
            (up - expected).abs() < 1e-6 && (down + expected).abs() < 1e-6,
            "{time}: {up}"
        );
    }
    let output = add_floats(&mut file, &[3.0, 4.0, 5.0, 6.0], "SCALAR", 4);
    let sampler = &mut file["animations"][1]["samplers"][0];
    (sampler["output"], sampler["interpolation"]) = (json!(output), json!("STEP"));
    let scene = open(&file).unwrap();
    assert_eq!(scene.morph_weights(0, 0.9, false), [3.0, 4.0]);
}

#[test]
fn a_skinned_cloth_starts_where_its_skin_has_it() {
    let mut file = strip();
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_pin": "0"});
    file["animations"] = json!([]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    file["nodes"][2]["rotation"] = json!([0.0, 0.0, half, half]);
    let scene = open(&file).unwrap();
    let mesh = &scene.meshes[scene.nodes[0].mesh.unwrap()];
    let positions = scene.mesh_positions(mesh, scene.pose(0.0, false)[0]);
    near(positions[3], [0.5, 0.5, 0.0]);
    near(positions[4], [1.0, 1.0, 0.0]);
    // The bound positions are kept for the skin.
    near(deformed(&scene, 0.0)[4], [1.0, 1.0, 0.0]);
}

#[test]
fn weights_that_sum_to_zero_are_reported() {
    let mut file = strip();
    let weights = add_floats(&mut file, &[0.0; 24], "VEC4", 6);
    file["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
    let scene = open(&file).unwrap();
    let [warning] = &scene.warnings[..] else {
        panic!("{:?}", scene.warnings)
    };
    assert!(
        warning.contains("\"Cloth\"") && warning.contains("6 vertices"),
        "{warning}"
    );
    near(deformed(&scene, 1.0)[5], [2.0, 1.0, 0.0]);
}

#[test]
fn parts_without_joints_follow_the_node() {
    let mut file = strip();
    let mut bare = file["meshes"][0]["primitives"][0].clone();
    bare["attributes"]
        .as_object_mut()
        .unwrap()
        .remove("JOINTS_0");
    bare["attributes"]
        .as_object_mut()
        .unwrap()
        .remove("WEIGHTS_0");
    file["meshes"][0]["primitives"]
        .as_array_mut()
        .unwrap()
        .push(bare);
    let scene = open(&file).unwrap();
    assert!(scene.warnings.iter().any(|line| line.contains("JOINTS_0")));
    near(deformed(&scene, 1.0)[6], [5.0, 5.0, 5.0]);
}

#[test]
fn broken_skins_are_refused() {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut file = strip();
        change(&mut file);
        file
    };
    let skin = |key: &'static str, value: Value| with(&|f| f["skins"][0][key] = value.clone());
    refused(&skin("joints", json!([])), &["skin 0", "Arm", "no joints"]);
    refused(&skin("joints", json!([1, 99])), &["Arm", "node 99"]);
    refused(
        &skin("joints", json!([1, 1])),
        &["Arm", "\"Upper\"", "twice"],
    );
    refused(
        &skin("joints", json!([1])),
        &["\"Cloth\"", "vertex 2", "joint 1", "1 joints"],
    );
    refused(
        &skin("inverseBindMatrices", json!(77)),
        &["Arm", "accessor 77"],
    );
    refused(&skin("inverseBindMatrices", json!(0)), &["Arm", "MAT4"]);
    let node = |value: Value| with(&|f| f["nodes"][0]["skin"] = value.clone());
    refused(&node(json!(3)), &["\"Cloth\"", "skin 3"]);
    let cycle = with(&|f| f["nodes"][2]["children"] = json!([1]));
    refused(&cycle, &["its own ancestor"]);
    let few = with(&|f| {
        let one = add_floats(f, &Mat4::IDENTITY.to_cols_array(), "MAT4", 1);
        f["skins"][0]["inverseBindMatrices"] = json!(one);
    });
    refused(&few, &["Arm", "1 elements", "2 joints"]);
    let wild = with(&|f| {
        let wild = add_floats(f, &[f32::NAN; 32], "MAT4", 2);
        f["skins"][0]["inverseBindMatrices"] = json!(wild);
    });
    refused(&wild, &["Arm", "joint 0", "not finite"]);
    let attribute = |name: &'static str, floats: [f32; 24]| {
        with(&|f| {
            let accessor = add_floats(f, &floats, "VEC4", 6);
            f["meshes"][0]["primitives"][0]["attributes"][name] = json!(accessor);
        })
    };
    refused(&attribute("JOINTS_0", [0.0; 24]), &["JOINTS_0", "type"]);
    refused(&attribute("JOINTS_1", [0.0; 24]), &["JOINTS_1", "type"]);
    refused(
        &attribute("WEIGHTS_1", [0.0; 24]),
        &["only one of", "WEIGHTS_1"],
    );
    refused(
        &attribute("WEIGHTS_0", [-1.0; 24]),
        &["WEIGHTS_0", "negative"],
    );
    refused(
        &attribute("WEIGHTS_0", [f32::NAN; 24]),
        &["WEIGHTS_0", "not finite"],
    );
}

#[test]
fn broken_morph_targets_are_refused() {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut file = strip();
        file["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": 0}, {}]);
        change(&mut file);
        file
    };
    open(&with(&|_| {})).unwrap();
    let targets =
        |value: Value| with(&|f| f["meshes"][0]["primitives"][0]["targets"] = value.clone());
    refused(
        &targets(json!([{"POSITION": 99}])),
        &["morph target 0", "accessor 99"],
    );
    refused(
        &targets(json!([{"POSITION": 1}])),
        &["morph target 0", "POSITION", "type"],
    );
    refused(&targets(json!("none")), &["mesh 0"]);
    let short = with(&|f| {
        let short = add_floats(f, &[0.0; 9], "VEC3", 3);
        f["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": short}]);
    });
    refused(&short, &["morph target 0", "3 elements", "has 6"]);
    let mesh_weights = with(&|f| f["meshes"][0]["weights"] = json!([1.0]));
    refused(
        &mesh_weights,
        &["mesh 0", "1 morph weights", "2 morph targets"],
    );
    let node_weights = with(&|f| f["nodes"][0]["weights"] = json!([1.0, 2.0, 3.0]));
    refused(&node_weights, &["\"Cloth\"", "3 morph weights"]);
    let uneven = with(&|f| {
        let mut other = f["meshes"][0]["primitives"][0].clone();
        other["targets"] = json!([{}]);
        f["meshes"][0]["primitives"]
            .as_array_mut()
            .unwrap()
            .push(other);
    });
    refused(&uneven, &["mesh 0", "2 and 1 morph targets"]);
    let channel = with(&|f| animate(f, 0, "weights", &[[0.0], [1.0]]));
    refused(
        &channel,
        &["animation 1 channel 0", "2 values", "2 keys need 4"],
    );
    let bare = with(&|f| animate(f, 1, "weights", &[[0.0], [1.0]]));
    let warnings = open(&bare).unwrap().warnings;
    assert!(
        warnings[0].contains("\"Upper\" has no morph targets"),
        "{warnings:?}"
    );
}

#[test]
fn huge_counts_end_soon() {
    let begin = Instant::now();
    // Ten thousand sets of joints, and a million morph targets, which all read the same accessors.
    let mut file = strip();
    let attributes = &mut file["meshes"][0]["primitives"][0]["attributes"];
    let (joints, weights) = (
        attributes["JOINTS_0"].clone(),
        attributes["WEIGHTS_0"].clone(),
    );
    for n in 1..10_000 {
        attributes[format!("JOINTS_{n}")] = joints.clone();
        attributes[format!("WEIGHTS_{n}")] = weights.clone();
    }
    open(&file).unwrap();
    let grid = |targets: usize| {
        let positions: Vec<[f32; 3]> = (0..9_000u16).map(|i| [f32::from(i), 0.0, 0.0]).collect();
        let mut file = mesh(&positions, &[0, 1, 2], 4);
        let all = vec![json!({"POSITION": 0}); targets];
        file["meshes"][0]["primitives"][0]["targets"] = json!(all);
        file
    };
    refused(
        &grid(10_000),
        &["\"Cloth\"", "morph targets", "split the scene"],
    );
    open(&grid(10)).unwrap();
    let mut file = strip();
    let nodes = 70_000;
    file["nodes"]
        .as_array_mut()
        .unwrap()
        .resize(nodes, json!({}));
    file["skins"][0]["joints"] = json!((1..nodes).collect::<Vec<_>>());
    refused(&file, &["skin 0", "65536 joints"]);
    assert!(
        begin.elapsed() < Duration::from_secs(20),
        "{:?}",
        begin.elapsed()
    );
}

/// Warnings about a kinematic strip whose second joint is a rigid body, with a collider or without one.
fn warnings_of_carried_strip(has_collider: bool) -> Vec<String> {
    let mut file = strip();
    file["nodes"][0]["extras"] = json!({"pliant_body": "kinematic"});
    let mut physics = json!({"motion": {"mass": 1, "inertiaDiagonal": [1, 1, 1]}});
    if has_collider {
        physics["collider"] = json!({"geometry": {"shape": 0}});
    }
    file["animations"] = json!([]);
    file["nodes"][2]["extensions"] = json!({"KHR_physics_rigid_bodies": physics});
    let sphere = json!({"type": "sphere", "sphere": {"radius": 0.1}});
    file["extensionsUsed"] = json!(["KHR_physics_rigid_bodies", "KHR_implicit_shapes"]);
    file["extensions"] = json!({"KHR_implicit_shapes": {"shapes": [sphere]}});
    open(&file).unwrap().warnings
}

#[test]
fn a_skin_on_a_rigid_body_without_a_collider_is_reported() {
    let about = |line: &&String| line.contains("\"Cloth\": \"Lower\" moves its mesh");
    let bare = warnings_of_carried_strip(false);
    assert_eq!(bare.iter().filter(about).count(), 1, "{bare:?}");
    let solid = warnings_of_carried_strip(true);
    assert_eq!(solid.iter().filter(about).count(), 0, "{solid:?}");
}
