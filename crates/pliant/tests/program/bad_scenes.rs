//! Scenes that cannot be loaded: exit code 3, one line that names the culprit, no half file, little time and memory.

use crate::support::{Folder, fails, sheet, succeeds};
use serde_json::{Value, json};

/// Checks that `info` and `run` refuse a scene.
#[track_caller]
fn refused(scene: &Value, culprits: &[&str]) {
    refused_in(&Folder::with_scene(scene), "sheet.gltf", culprits);
}

#[track_caller]
fn refused_in(folder: &Folder, scene: &str, culprits: &[&str]) {
    let before = folder.names();
    fails(folder.modest(&["info", scene]), 3, culprits);
    let run = ["run", scene, "--output", "a.png", "--metrics", "m.jsonl"];
    fails(folder.modest(&run), 3, culprits);
    assert_eq!(folder.names(), before);
}

/// The sheet with a value at a JSON pointer.
fn with(pointer: &str, value: Value) -> Value {
    let mut scene = sheet().to_value();
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    match scene.pointer_mut(parent).expect("the sheet has it") {
        Value::Object(object) => drop(object.insert(key.to_owned(), value)),
        list => list[key.parse::<usize>().expect("an index")] = value,
    }
    scene
}

/// The accessor of an attribute of the sheet's only primitive.
fn accessor(path: &str) -> u64 {
    let scene = sheet().to_value();
    let primitive = scene.pointer("/meshes/0/primitives/0");
    let index = primitive.and_then(|p| p.pointer(path));
    index.and_then(Value::as_u64).expect("the sheet has it")
}

#[test]
fn no_file_and_a_directory() {
    let folder = Folder::new();
    refused_in(&folder, "gone.gltf", &["gone.gltf"]);
    refused_in(&folder, ".", &["directory"]);
}

#[test]
fn a_fifo() {
    let folder = Folder::new();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path("pipe.glb"))
        .status();
    assert!(made.expect("mkfifo starts").success());
    refused_in(&folder, "pipe.glb", &["pipe.glb"]);
}

#[test]
fn damaged_glbs() {
    let whole = sheet().to_glb();
    let folder = Folder::new();
    folder.write("half.glb", &whole[..whole.len() / 2]);
    refused_in(&folder, "half.glb", &["half.glb"]);
    let mut long = whole;
    long[8..12].fill(0xff);
    folder.write("long.glb", &long);
    refused_in(&folder, "long.glb", &["long.glb", "4294967295"]);
}

#[test]
fn standard_input_that_is_no_glb() {
    fails(Folder::new().modest(&["info", "-"]), 3, &["-"]);
}

#[test]
fn buffers_elsewhere() {
    refused(&with("/buffers/0/uri", json!("gone.bin")), &["gone.bin"]);
    refused(&with("/buffers/0/uri", json!("../a.bin")), &["../a.bin"]);
    refused(
        &with("/buffers/0/uri", json!("/etc/passwd")),
        &["/etc/passwd"],
    );
}

#[test]
fn accessors_that_lie() {
    let positions = accessor("/attributes/POSITION");
    let count = format!("/accessors/{positions}/count");
    let culprit = format!("accessor {positions}");
    refused(&with(&count, json!(46)), &[&culprit]);
    refused(&with(&count, json!(1u64 << 33)), &[&culprit]);
}

#[test]
fn an_index_out_of_range() {
    let mut scene = sheet().to_value();
    let positions = accessor("/attributes/POSITION");
    // Fewer vertices than the indices refer to. The other attributes are removed: their counts would be refused first.
    scene["accessors"][positions as usize]["count"] = json!(44);
    scene["meshes"][0]["primitives"][0]["attributes"] = json!({"POSITION": positions});
    refused(&scene, &["44"]);
}

#[test]
fn a_position_that_is_not_finite() {
    let mut scene = sheet().to_value();
    let bytes = 45 * 12;
    let mut nan = vec![0; bytes];
    nan[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    let positions = accessor("/attributes/POSITION") as usize;
    let view = scene["bufferViews"].as_array().map_or(0, Vec::len);
    let buffer = scene["buffers"].as_array().map_or(0, Vec::len);
    let push = |list: &mut Value, item| list.as_array_mut().expect("a list").push(item);
    push(
        &mut scene["buffers"],
        json!({"byteLength": bytes, "uri": "nan.bin"}),
    );
    push(
        &mut scene["bufferViews"],
        json!({"buffer": buffer, "byteLength": bytes}),
    );
    scene["accessors"][positions]["bufferView"] = json!(view);
    scene["accessors"][positions]["byteOffset"] = json!(0);
    let folder = Folder::with_scene(&scene);
    folder.write("nan.bin", &nan);
    refused_in(&folder, "sheet.gltf", &["finite"]);
}

#[test]
fn a_cycle_of_nodes() {
    refused(&with("/nodes/0/children", json!([0])), &["Sheet"]);
}

#[test]
fn a_chain_of_200_000_nodes_is_no_trouble() {
    let mut scene = sheet().to_value();
    let nodes = scene["nodes"].as_array_mut().expect("a list");
    nodes[0]["children"] = json!([1]);
    nodes.extend((2..=200_000).map(|child| json!({ "children": [child] })));
    nodes.push(json!({}));
    let folder = Folder::with_scene(&scene);
    assert!(succeeds(folder.modest(&["info", "sheet.gltf"])).contains("45 particles"));
}

#[test]
fn an_extension_that_is_required_and_unknown() {
    let mut scene = with("/extensionsRequired", json!(["ACME_magic"]));
    scene["extensionsUsed"] = json!(["ACME_magic"]);
    refused(&scene, &["ACME_magic"]);
}

#[test]
fn a_key_of_a_wrong_type() {
    let scene = with("/nodes/0/extras/pliant_density", json!("heavy"));
    refused(&scene, &["Sheet", "pliant_density"]);
}

#[test]
fn a_pinned_vertex_that_does_not_exist() {
    let scene = with("/nodes/0/extras/pliant_pin", json!([45]));
    refused(&scene, &["Sheet", "45"]);
}
