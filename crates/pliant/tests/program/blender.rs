//! A file that Blender exported, with every kind of body (docs/authoring.md, "In Blender").

use crate::support::{Folder, succeeds};

const SCENE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/blender/every_kind.glb");

#[test]
fn nothing_in_it_is_ignored() {
    let output = succeeds(Folder::new().command(&["info", SCENE, "--json"]));
    let info: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(info["warnings"], serde_json::json!([]));
    let kinds: Vec<&str> = (info["bodies"].as_array().expect("a list").iter())
        .map(|body| body["kind"].as_str().expect("a kind"))
        .collect();
    assert_eq!(kinds, ["cloth", "rope", "soft", "balloon", "fluid", "rope"]);
    assert_eq!(info["triggers"], serde_json::json!(["Basin"]));
    assert_eq!(info["colliders"].as_array().map(Vec::len), Some(5));
}

#[test]
fn every_kind_of_body_does_what_it_should() {
    let run = ["run", SCENE, "--quiet", "--check", "--frames", "75"];
    succeeds(Folder::new().command(&run));
}
