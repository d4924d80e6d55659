//! Hostile and broken input: each ends in one clear line that names the culprit, never in a panic.

use crate::common::{
    self, add_floats, attached, cloth, cube_parts, data_uri, glb, mesh, open, open_with, pairs,
};
use pliant_scene::{Error, Overrides, Scene, Source, load};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The scene error's one line, which names every one of `culprits`.
#[track_caller]
fn refused(result: Result<Scene, Error>, culprits: &[&str]) {
    match result {
        Err(Error::Scene(line)) => check_line(&line, culprits),
        other => panic!(
            "expected a scene error, got {:?}",
            other.map(|scene| scene.warnings)
        ),
    }
}

/// The usage error's one line.
#[track_caller]
fn misused(result: Result<Scene, Error>, culprits: &[&str]) {
    match result {
        Err(Error::Usage(line)) => check_line(&line, culprits),
        other => panic!(
            "expected a usage error, got {:?}",
            other.map(|scene| scene.warnings)
        ),
    }
}

#[track_caller]
fn check_line(line: &str, culprits: &[&str]) {
    assert!(!line.contains('\n') && line.chars().count() < 500, "{line}");
    for culprit in culprits {
        assert!(line.contains(culprit), "{line:?} does not name {culprit:?}");
    }
}

fn open_path(path: impl AsRef<Path>) -> Result<Scene, Error> {
    load(
        &Source::File(path.as_ref().to_owned()),
        &Overrides::default(),
    )
}

/// A cloth with `value` at a JSON pointer.
fn with(pointer: &str, value: Value) -> Value {
    let mut file = cloth();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match file.pointer_mut(parent).unwrap() {
        Value::Object(object) => drop(object.insert(key.to_owned(), value)),
        list => list[key.parse::<usize>().unwrap()] = value,
    }
    file
}

#[test]
fn missing_files_and_directories() {
    let folder = tempfile::tempdir().unwrap();
    refused(
        open_path(folder.path().join("no.gltf")),
        &["no.gltf", "no such file"],
    );
    refused(open_path(folder.path()), &["is a directory"]);
    fs::write(folder.path().join("empty.glb"), "").unwrap();
    refused(
        open_path(folder.path().join("empty.glb")),
        &["empty.glb", "is empty"],
    );
}

#[cfg(unix)]
#[test]
fn fifos_and_devices_do_not_block() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("pipe.glb");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&fifo)
            .status()
            .unwrap()
            .success()
    );
    let start = Instant::now();
    refused(open_path(&fifo), &["pipe.glb", "not a regular file"]);
    refused(open_path("/dev/zero"), &["/dev/zero", "not a regular file"]);
    fs::write(
        folder.path().join("a.gltf"),
        with("/buffers/0/uri", json!("pipe.glb")).to_string(),
    )
    .unwrap();
    refused(
        open_path(folder.path().join("a.gltf")),
        &["buffer 0", "pipe.glb", "not a regular file"],
    );
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn damaged_glbs() {
    let whole = glb(&cloth(), &[1, 2, 3]);
    assert!(load(&Source::Bytes(whole.clone()), &Overrides::default()).is_ok());
    for length in 1..whole.len() {
        let result = load(
            &Source::Bytes(whole[..length].to_vec()),
            &Overrides::default(),
        );
        assert!(matches!(result, Err(Error::Scene(_))), "{length} bytes");
    }
    let patched = |at: usize, word: u32| {
        let mut bytes = whole.clone();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        load(&Source::Bytes(bytes), &Overrides::default())
    };
    refused(patched(8, u32::MAX), &["4294967295", "truncated"]);
    refused(patched(12, u32::MAX), &["chunk", "4294967295"]);
    refused(patched(4, 1), &["version 1"]);
    refused(patched(16, 7), &["JSON"]);
}

#[test]
fn broken_json() {
    let parse = |text: &str| {
        load(
            &Source::Bytes(text.as_bytes().to_vec()),
            &Overrides::default(),
        )
    };
    refused(parse("{\"asset\""), &["\"-\"", "not valid glTF"]);
    refused(parse(&"[".repeat(1 << 20)), &["not valid glTF"]);
    refused(parse("[]"), &["not valid glTF"]);
    refused(parse("{}"), &["asset.version"]);
    refused(parse("\u{0}\u{1}"), &["not valid glTF"]);
    refused(open(&with("/asset/version", json!("1.0"))), &["\"1.0\""]);
    refused(
        open(&with("/nodes/0/mesh", json!("zero"))),
        &["node 0", "\"Cloth\"", "invalid type"],
    );
    refused(
        open(&with("/meshes", json!({}))),
        &["meshes is not valid glTF"],
    );
}

#[test]
fn uris_stay_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("scenes");
    fs::create_dir(&inner).unwrap();
    fs::write(folder.path().join("secret.bin"), [0; 1000]).unwrap();
    let absolute = folder
        .path()
        .join("secret.bin")
        .to_string_lossy()
        .into_owned();
    let file = format!("file://{absolute}");
    for uri in [
        "../secret.bin",
        "%2e%2e/secret.bin",
        "a/../../secret.bin",
        &absolute,
        &file,
        "http://a/b",
    ] {
        fs::write(
            inner.join("a.gltf"),
            with("/buffers/0/uri", json!(uri)).to_string(),
        )
        .unwrap();
        refused(open_path(inner.join("a.gltf")), &["buffer 0", uri]);
    }
    fs::write(
        inner.join("a.gltf"),
        with("/buffers/0/uri", json!("gone.bin")).to_string(),
    )
    .unwrap();
    refused(
        open_path(inner.join("a.gltf")),
        &["buffer 0", "gone.bin", "missing"],
    );
    refused(
        open(&with("/buffers/0/uri", json!("a.bin"))),
        &["buffer 0", "a.bin", "stream"],
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("secret.bin"), inner.join("link.bin"))
            .unwrap();
        fs::write(
            inner.join("a.gltf"),
            with("/buffers/0/uri", json!("link.bin")).to_string(),
        )
        .unwrap();
        refused(
            open_path(inner.join("a.gltf")),
            &["buffer 0", "link.bin", "outside"],
        );
    }
}

#[test]
fn buffers_beside_the_scene_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let floats: Vec<u8> = (0..9u8).flat_map(|i| f32::from(i).to_le_bytes()).collect();
    fs::write(folder.path().join("my points.bin"), &floats).unwrap();
    let file = json!({
        "asset": {"version": "2.0"},
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [{"byteLength": 36, "uri": "my%20points.bin"}]
    });
    fs::write(folder.path().join("a.gltf"), file.to_string()).unwrap();
    let scene = open_path(folder.path().join("a.gltf")).unwrap();
    assert_eq!(
        (scene.name.as_str(), scene.accessors.bytes.len()),
        ("a.gltf", 36)
    );
    fs::write(folder.path().join("my points.bin"), &floats[..35]).unwrap();
    refused(
        open_path(folder.path().join("a.gltf")),
        &["buffer 0", "36", "35"],
    );
}

#[track_caller]
fn all_refused<const N: usize>(cases: [(&str, Value, &str, &str); N]) {
    for (pointer, value, culprit, why) in cases {
        refused(open(&with(pointer, value)), &[culprit, why]);
    }
}

#[test]
fn accessors_stay_in_their_views() {
    let zeros = json!({"componentType": 5126, "type": "VEC3", "count": 1u64 << 31});
    let wrapped = json!(5126u64 + (1 << 32));
    let accessor = "accessor 0";
    all_refused([
        ("/accessors/0/count", json!(10), accessor, "bufferView 0"),
        (
            "/accessors/0/count",
            json!(1u64 << 33),
            accessor,
            "8589934592",
        ),
        ("/accessors/0/count", json!(u32::MAX), accessor, "past"),
        ("/accessors/0/count", json!(0), accessor, "at least 1"),
        ("/accessors/0/byteOffset", json!(4), accessor, "past"),
        ("/accessors/0/byteOffset", json!(u64::MAX), accessor, "past"),
        (
            "/accessors/0/bufferView",
            json!(7),
            accessor,
            "bufferView 7",
        ),
        (
            "/accessors/0/componentType",
            wrapped,
            accessor,
            "componentType",
        ),
        ("/accessors/0/type", json!("VEC5"), accessor, "VEC5"),
        ("/accessors/0/type", json!("VEC2"), accessor, "POSITION"),
        ("/accessors/0", zeros, accessor, "without a bufferView"),
        (
            "/bufferViews/0/byteStride",
            json!(8),
            accessor,
            "byteStride 8",
        ),
    ]);
}

#[test]
fn views_stay_in_their_buffers() {
    let view = "bufferView 0";
    all_refused([
        ("/bufferViews/0/byteLength", json!(u64::MAX), view, "past"),
        ("/bufferViews/0/byteOffset", json!(80), view, "past"),
        (
            "/bufferViews/0/buffer",
            json!(1u64 << 32),
            view,
            "buffer 4294967296",
        ),
        ("/bufferViews/0/buffer", json!(null), view, "no buffer"),
        ("/buffers/0/byteLength", json!(1000), "buffer 0", "1000"),
        (
            "/buffers/0/byteLength",
            json!(1u64 << 62),
            "buffer 0",
            "together",
        ),
        ("/buffers/0/uri", json!(null), "buffer 0", "no uri"),
    ]);
}

#[test]
fn indices_name_vertices_there_are() {
    let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    refused(
        open(&mesh(&positions, &[0, 1, 3], 4)),
        &["mesh 0", "index 2", "vertex 3"],
    );
    refused(
        open(&mesh(&positions, &[0, 1, 0xffff], 5)),
        &["mesh 0", "index 2", "restart"],
    );
    refused(
        open(&mesh(&positions, &[0, 1, 2], 7)),
        &["mesh 0", "mode 7"],
    );
    refused(
        open(&with("/meshes/0/primitives/0/indices", json!(0))),
        &["mesh 0", "accessor 0", "unsigned"],
    );
    refused(
        open(&with("/meshes/0/primitives/0/indices", json!(2))),
        &["mesh 0", "accessor 2"],
    );
    refused(
        open(&with("/meshes/0/primitives/0/material", json!(0))),
        &["mesh 0", "material 0"],
    );
}

#[test]
fn numbers_are_finite() {
    let positions = [[0.0; 3], [1.0, f32::NAN, 0.0], [0.0, 1.0, 0.0]];
    refused(
        open(&mesh(&positions, &[0, 1, 2], 4)),
        &["mesh 0", "POSITION", "vertex 1", "not finite"],
    );
    refused(
        open(&with("/nodes/0/translation", json!([1e300, 0, 0]))),
        &["node \"Cloth\"", "not finite"],
    );
    refused(
        open(&with("/nodes/0/rotation", json!([0, 0, 0, 0]))),
        &["node \"Cloth\"", "rotation"],
    );
    let mut file = with("/nodes/0/extras", json!({"pliant_body": "cloth"}));
    file["nodes"][0]["scale"] = json!([1e38, 1e38, 1e38]);
    file["nodes"][0]["children"] = json!([1]);
    file["nodes"]
        .as_array_mut()
        .unwrap()
        .push(json!({"name": "Far", "scale": [1e38, 1, 1]}));
    refused(open(&file), &["node \"Far\"", "single precision"]);
    let mut file = with("/nodes/0/extras", json!({"pliant_body": "cloth"}));
    let mass = add_floats(
        &mut file,
        &[1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        "SCALAR",
        9,
    );
    file["meshes"][0]["primitives"][0]["attributes"]["_MASS"] = json!(mass);
    refused(open(&file), &["mesh 0", "_MASS", "vertex 2"]);
}

#[test]
fn nodes_form_a_forest() {
    let tree = |children: [&[usize]; 3]| {
        let nodes: Vec<Value> = children
            .iter()
            .zip("ABC".chars())
            .map(|(c, name)| json!({"name": name, "children": c}))
            .collect();
        open(&json!({"asset": {"version": "2.0"}, "nodes": nodes}))
    };
    assert_eq!(tree([&[1, 2], &[], &[]]).unwrap().order, [0, 1, 2]);
    refused(tree([&[1], &[2], &[1]]), &["node \"B\"", "\"A\"", "\"C\""]);
    refused(tree([&[1], &[0], &[]]), &["node \"A\"", "ancestor"]);
    refused(tree([&[0], &[], &[]]), &["node \"A\"", "ancestor"]);
    refused(tree([&[3], &[], &[]]), &["node \"A\"", "node 3"]);
    refused(
        open(&with("/scenes/0/nodes", json!([1]))),
        &["scene 0", "node 1"],
    );
    refused(
        open(&with("/scenes/0/nodes", json!([0, 0]))),
        &["scene 0", "\"Cloth\"", "twice"],
    );
}

#[test]
fn a_chain_of_200_000_nodes_loads_quickly() {
    let count = 200_000;
    let node = |i: usize| {
        if i + 1 < count {
            json!({"children": [i + 1], "translation": [0, 1e-5, 0]})
        } else {
            json!({"mesh": 0})
        }
    };
    let mut file = cloth();
    file["nodes"] = (0..count).map(node).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chain.gltf");
    fs::write(&path, file.to_string()).unwrap();
    drop(file);
    let start = Instant::now();
    let scene = open_path(path).unwrap();
    assert_eq!(
        (scene.order.len(), scene.pose(0.0, false).len()),
        (count, count)
    );
    // Half a second on an idle machine; a walk that is quadratic in the chain takes minutes.
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn required_extensions_must_be_read() {
    let mut file = cloth();
    file["extensionsRequired"] = json!([
        "KHR_physics_rigid_bodies",
        "KHR_implicit_shapes",
        "EXT_mesh_manifold"
    ]);
    assert!(open(&file).is_ok());
    file["extensionsRequired"] = json!(["KHR_gaussian_splatting"]);
    refused(open(&file), &["KHR_gaussian_splatting"]);
}

#[test]
fn keys_of_wrong_types_and_missing_indices() {
    let extras = |extras: Value| open(&with("/nodes/0/extras", extras));
    let key = |key: &str, value: Value| extras(json!({"pliant_body": "cloth", key: value}));
    refused(
        extras(json!({"pliant_body": 3})),
        &["node \"Cloth\"", "pliant_body"],
    );
    refused(
        key("pliant_density", json!("heavy")),
        &["node \"Cloth\"", "pliant_density", "number", "heavy"],
    );
    refused(
        key("pliant_self_collision", json!("yes")),
        &["node \"Cloth\"", "pliant_self_collision"],
    );
    refused(
        key("pliant_velocity", json!([1, 2])),
        &["node \"Cloth\"", "pliant_velocity", "three numbers"],
    );
    refused(
        key("pliant_pin", json!(true)),
        &["node \"Cloth\"", "pliant_pin"],
    );
    refused(
        key("pliant_pin", json!([9])),
        &["node \"Cloth\"", "pliant_pin", "vertex 9"],
    );
    refused(
        key("pliant_pin", json!("0,9")),
        &["node \"Cloth\"", "pliant_pin", "vertex 9"],
    );
    refused(
        extras(json!({"pliant_body": "rope"})),
        &["node \"Cloth\"", "rope", "lines"],
    );
    refused(
        open(&with("/scenes/0/extras", json!({"pliant_gravity": 9.81}))),
        &["scene", "pliant_gravity"],
    );
    refused(
        open(&with(
            "/scenes/0/extras",
            json!({"pliant_expect": [{"body": "X", "metric": "m", "max": 1}]}),
        )),
        &["\"X\""],
    );
}

#[test]
fn flags_that_do_not_fit() {
    let body = |node, kind| {
        open_with(
            &cloth(),
            &Overrides {
                bodies: pairs(&[(node, kind)]),
                ..Overrides::default()
            },
        )
    };
    misused(
        body("Nobody", "cloth"),
        &["--body Nobody=cloth", "\"Nobody\""],
    );
    misused(body("Cloth", "clothe"), &["--body", "clothe"]);
    misused(body("Cloth", "rope"), &["\"Cloth\"", "rope"]);
    misused(body("[", "cloth"), &["--body", "pattern"]);
    let pin = |selector| {
        let (bodies, pins) = (pairs(&[("Cloth", "cloth")]), pairs(&[("Cl*", selector)]));
        open_with(
            &cloth(),
            &Overrides {
                bodies,
                pins,
                ..Overrides::default()
            },
        )
    };
    misused(pin("99"), &["\"Cloth\"", "vertex 99"]);
    misused(pin("middle"), &["\"Cloth\"", "\"middle\""]);
    let set = |key: &str, value: &str| {
        let sets = vec![("Cloth".to_owned(), key.to_owned(), value.to_owned())];
        open_with(
            &cloth(),
            &Overrides {
                bodies: pairs(&[("Cloth", "cloth")]),
                sets,
                ..Overrides::default()
            },
        )
    };
    misused(
        set("density", "heavy"),
        &["--set Cloth:density=heavy", "number"],
    );
    misused(set("density", "-1"), &["--set Cloth:density=-1", "above 0"]);
    misused(
        set("colour", "red"),
        &["--set Cloth:colour=red", "no such key"],
    );
    assert!(set("velocity", "1,2,3").is_ok());
}

/// A file with a bit of everything.
fn rich() -> Vec<u8> {
    let mut file = with(
        "/nodes/0/extras",
        json!({"pliant_body": "cloth", "pliant_pin": "top,0"}),
    );
    file["animations"] = json!([{"samplers": [{"input": 2, "output": 3}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]);
    add_floats(&mut file, &[0.0, 1.0], "SCALAR", 2);
    add_floats(&mut file, &[0.0; 6], "VEC3", 2);
    file["materials"] = json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]);
    file["textures"] = json!([{"source": 0}]);
    file["images"] = json!([{"bufferView": 4}]);
    let mut bin = Vec::new();
    let mut encoder = png::Encoder::new(&mut bin, 2, 2);
    encoder.set_color(png::ColorType::Rgb);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&[9; 12])
        .unwrap();
    let buffers = file["buffers"].as_array_mut().unwrap();
    buffers.insert(0, json!({"byteLength": bin.len()}));
    for view in file["bufferViews"].as_array_mut().unwrap() {
        view["buffer"] = json!(view["buffer"].as_u64().unwrap() + 1);
    }
    file["bufferViews"]
        .as_array_mut()
        .unwrap()
        .push(json!({"buffer": 0, "byteLength": bin.len()}));
    glb(&file, &bin)
}

/// A soft body attached to a cloth that may tear, a balloon and a rope, with positions in the binary chunk.
fn deformables() -> Vec<u8> {
    let mut file = attached(&json!(["top=Pole", "0=Ball:1", "corners=Line"]));
    file["nodes"][0]["extras"]["pliant_tear_strain"] = json!(0.5);
    let (positions, indices) = cube_parts();
    let mut bin: Vec<u8> = positions
        .iter()
        .flatten()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    bin.extend(indices.iter().flat_map(|i| i.to_le_bytes()));
    let count = |list: &str| file[list].as_array().unwrap().len();
    let (buffer, view, accessor) = (count("buffers"), count("bufferViews"), count("accessors"));
    let mut push = |list: &str, item: Value| file[list].as_array_mut().unwrap().push(item);
    push(
        "buffers",
        json!({"byteLength": bin.len(), "uri": data_uri(&bin)}),
    );
    push("bufferViews", json!({"buffer": buffer, "byteLength": 96}));
    push(
        "bufferViews",
        json!({"buffer": buffer, "byteOffset": 96, "byteLength": 72}),
    );
    push(
        "accessors",
        json!({"bufferView": view, "componentType": 5126, "count": 8, "type": "VEC3"}),
    );
    push(
        "accessors",
        json!({"bufferView": view + 1, "componentType": 5123, "count": 36, "type": "SCALAR"}),
    );
    push(
        "meshes",
        json!({"primitives": [{"attributes": {"POSITION": accessor}, "indices": accessor + 1}]}),
    );
    let soft = json!({"pliant_body": "soft", "pliant_spacing": 0.4, "pliant_pin": "bottom", "pliant_attach": ["top=Cloth"]});
    push("nodes", json!({"name": "Cube", "mesh": 2, "extras": soft}));
    push(
        "nodes",
        json!({"name": "Ball", "mesh": 2, "extras": {"pliant_body": "balloon"}}),
    );
    file["scenes"][0]["nodes"] = json!([0, 1, 2, 3, 4, 5]);
    // The buffers go to the binary chunk, where a flipped byte is a number and no broken escape.
    let mut all = Vec::new();
    let old = file["buffers"].take();
    let starts: Vec<usize> = old
        .as_array()
        .unwrap()
        .iter()
        .map(|buffer| {
            let start = all.len();
            all.extend(common::bytes_of(buffer["uri"].as_str().unwrap()));
            start
        })
        .collect();
    file["buffers"] = json!([{"byteLength": all.len()}]);
    for view in file["bufferViews"].as_array_mut().unwrap() {
        let start = starts[usize::try_from(view["buffer"].as_u64().unwrap()).unwrap()];
        let offset = view["byteOffset"].as_u64().unwrap_or(0);
        (view["buffer"], view["byteOffset"]) = (json!(0), json!(start as u64 + offset));
    }
    glb(&file, &all)
}

/// A cloth, and colliders by KHR's and OMI's extensions, with materials and filters.
fn colliders() -> Vec<u8> {
    let shapes = json!([{"type": "box"}, {"type": "capsule", "capsule": {"radius": 0.2}}, {"type": "trimesh", "trimesh": {"mesh": 0}},
        {"type": "convex", "convex": {"mesh": 0}}]);
    let mut file = with("/nodes/0/extras", json!({"pliant_body": "cloth"}));
    file["extensions"] = json!({
        "KHR_implicit_shapes": {"shapes": [{"type": "plane"}, {"type": "sphere", "sphere": {"radius": 0.3}}]},
        "KHR_physics_rigid_bodies": {
            "physicsMaterials": [{"dynamicFriction": 0.25, "restitution": 0.5, "frictionCombine": "minimum", "restitutionCombine": "maximum"}],
            "collisionFilters": [{"collisionSystems": ["toys"], "collideWithSystems": ["cloth"]}, {"collisionSystems": ["cloth"], "notCollideWithSystems": ["toys"]}]
        },
        "OMI_physics_shape": {"shapes": shapes},
        "OMI_physics_gravity": {"gravity": 9.5, "direction": [0, -1, 0]},
        "OMI_physics_joint": {"constraints": [{"linearAxes": [0, 1], "upperLimit": 1}, {"angularAxes": [2], "stiffness": 4}]}
    });
    let contact = json!({"geometry": {"shape": 1}, "physicsMaterial": 0, "collisionFilter": 0});
    file["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"]["collider"] =
        json!({"physicsMaterial": 0, "collisionFilter": 1});
    let nodes = file["nodes"].as_array_mut().unwrap();
    nodes.push(json!({"name": "Ball", "extensions": {"KHR_physics_rigid_bodies": {"motion": {"isKinematic": true}, "collider": contact}}}));
    for shape in 0..4 {
        let body = json!({"motion": {"type": "kinematic"}, "collider": {"shape": shape}});
        nodes.push(json!({"name": "Solid", "extensions": {"OMI_physics_body": body}}));
    }
    let trigger = |trigger: Value| json!({"KHR_physics_rigid_bodies": {"trigger": trigger}});
    nodes.extend([
        json!({"name": "Free", "extensions": {"OMI_physics_body": {"motion": {"type": "dynamic"}, "collider": {"shape": 0}}}}),
        json!({"name": "Joint", "extensions": {"OMI_physics_joint": {"constraints": [0, 1], "nodeA": 6, "nodeB": 2}}}),
        json!({"name": "Gates", "children": [9], "extensions": trigger(json!({"nodes": [9]}))}),
        json!({"name": "Gate", "extensions": trigger(json!({"geometry": {"shape": 1}, "collisionFilter": 0}))}),
    ]);
    file["scenes"][0]["nodes"] = json!([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    glb(&file, &[])
}

#[test]
fn mutations_never_panic() {
    let valid = rich();
    let scene = load(&Source::Bytes(valid.clone()), &Overrides::default()).unwrap();
    assert_eq!(
        (
            scene.images.len(),
            scene.animations.len(),
            scene.bodies.len()
        ),
        (1, 1, 1)
    );
    mutate(&valid);
}

#[test]
fn mutations_of_deformables_never_panic() {
    let valid = deformables();
    let scene = load(&Source::Bytes(valid.clone()), &Overrides::default()).unwrap();
    let attached = scene
        .bodies
        .iter()
        .filter(|body| !body.attachments.is_empty());
    assert_eq!((scene.bodies.len(), attached.count()), (5, 2));
    mutate(&valid);
}

#[test]
fn mutations_of_colliders_never_panic() {
    let valid = colliders();
    let scene = load(&Source::Bytes(valid.clone()), &Overrides::default()).unwrap();
    let found = (scene.bodies.len(), scene.colliders.len(), scene.systems);
    assert_eq!((scene.joints.len(), scene.triggers.len()), (1, 1));
    assert_eq!(found, (1, 6, vec!["toys".to_owned(), "cloth".to_owned()]));
    mutate(&valid);
}

/// Seeded byte flips in a valid file: errors are fine, panics are not.
fn mutate(valid: &[u8]) {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    };
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(3) {
        let mut bytes = valid.to_vec();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            bytes[at] = match random(3) {
                0 => b"0123456789-,[]{}\"eE."[random(20)],
                1 => u8::try_from(random(256)).unwrap(),
                _ => bytes[at] ^ (1 << random(8)),
            };
        }
        if let Err(Error::Scene(line) | Error::Usage(line)) =
            load(&Source::Bytes(bytes), &Overrides::default())
        {
            assert!(!line.contains('\n'), "{line}");
        }
    }
}
