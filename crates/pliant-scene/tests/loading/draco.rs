//! Files with Draco meshes that the reference encoder made (tests/draco/make.mjs), compared with the meshes that it was given.

use crate::common::glb;
use pliant_scene::{Error, Overrides, Scene, Source, load};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Each compressed file, and the file with its mesh as it was.
const FILES: [(&str, &str); 6] = [
    ("tube_edgebreaker", "tube"),
    ("tube_slow", "tube"),
    ("tube_sequential", "tube"),
    ("quantized_edgebreaker", "quantized"),
    ("skinned_edgebreaker", "skinned"),
    ("skinned_sequential", "skinned"),
];

fn path(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/draco");
    PathBuf::from(folder).join(name).with_extension("glb")
}

fn scene(name: &str) -> Scene {
    load(&Source::File(path(name)), &Overrides::default()).unwrap()
}

/// JSON and binary chunk of a file.
fn parts(name: &str) -> (Value, Vec<u8>) {
    let bytes = std::fs::read(path(name)).unwrap();
    let length = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let end = 20 + length(12);
    let json = serde_json::from_slice(&bytes[20..end]).unwrap();
    (json, bytes[end + 8..][..length(end)].to_vec())
}

fn open_parts(json: &Value, bin: &[u8]) -> Result<Scene, Error> {
    load(&Source::Bytes(glb(json, bin)), &Overrides::default())
}

/// Where the only stream of a file lies in its binary chunk.
fn stream(json: &Value) -> std::ops::Range<usize> {
    let draco = &json["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"];
    let view = &json["bufferViews"][draco["bufferView"].as_u64().unwrap() as usize];
    let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
    start..start + view["byteLength"].as_u64().unwrap() as usize
}

/// What a vertex has: numbers that must be within a step of each other, and exact ones.
struct Vertex {
    /// Each with the largest step of the encoder's quantization.
    near: Vec<(f32, f32)>,
    exact: Vec<f32>,
}

impl Vertex {
    fn is(&self, other: &Self) -> bool {
        let mut pairs = self.near.iter().zip(&other.near);
        pairs.all(|((a, step), (b, _))| (a - b).abs() <= *step) && self.exact == other.exact
    }
}

/// The corners of each triangle, with everything that the first primitive's vertices have.
fn triangles(scene: &Scene, targets: bool) -> Vec<[Vertex; 3]> {
    let primitive = &scene.meshes[0].primitives[0];
    let pool = &scene.accessors;
    let is_float = pool.accessors[primitive.position].component == pliant_scene::Component::F32;
    let vertex = |v: u32| {
        let v = v as usize;
        let mut vertex = Vertex {
            near: Vec::new(),
            exact: Vec::new(),
        };
        // 2 m in 2¹⁴ steps, angles in 2¹⁰, textures and weights in 2¹². Integers are not quantized.
        let mut near = |accessor: Option<usize>, step: f32| {
            let values = accessor.map(|accessor| pool.vec4(accessor, v));
            let step = if is_float { step } else { 0.0 };
            let values = values.into_iter().flatten().map(|value| (value, step));
            vertex.near.extend(values);
        };
        near(Some(primitive.position), 2.0 / 16384.0);
        near(primitive.normal, 0.01);
        near(primitive.texcoords[0], 1.0 / 4096.0);
        near(primitive.pin, 0.0);
        let set = primitive.joint_sets.first();
        near(set.map(|set| set.weights), 1.0 / 4096.0);
        if targets {
            near(primitive.targets.first().copied().flatten(), 0.0);
        }
        let exact = [primitive.color, set.map(|set| set.joints)];
        let exact = exact.into_iter().flatten();
        vertex.exact = exact.flat_map(|accessor| pool.vec4(accessor, v)).collect();
        vertex
    };
    let triangles = primitive.indices.as_chunks::<3>().0.iter();
    triangles.map(|corners| corners.map(vertex)).collect()
}

/// Checks that two scenes have the same triangles, in any order and from any of their corners.
fn assert_same(scene: &Scene, plain: &Scene, name: &str) {
    let has_targets = |scene: &Scene| !scene.meshes[0].primitives[0].targets.is_empty();
    let targets = has_targets(scene) && has_targets(plain);
    let mut left = triangles(plain, targets);
    let triangles = triangles(scene, targets);
    assert_eq!(triangles.len(), left.len(), "{name}");
    for triangle in triangles {
        let turned = |other: &[Vertex; 3]| {
            (0..3).any(|turn| (0..3).all(|i| triangle[i].is(&other[(i + turn) % 3])))
        };
        let found = left.iter().position(turned);
        let found = found.unwrap_or_else(|| panic!("{name}: {:?}", triangle[0].near));
        left.swap_remove(found);
    }
}

#[test]
fn meshes_are_those_that_were_compressed() {
    for (name, plain) in FILES {
        let (scene, plain) = (scene(name), scene(plain));
        assert!(scene.warnings.is_empty(), "{name}: {:?}", scene.warnings);
        assert_same(&scene, &plain, name);
    }
}

#[test]
fn a_file_need_not_require_the_extension() {
    let (mut json, bin) = parts("tube_edgebreaker");
    json.as_object_mut().unwrap().remove("extensionsRequired");
    let scene = open_parts(&json, &bin).unwrap();
    assert_same(&scene, &self::scene("tube"), "used only");
}

#[test]
fn uncompressed_data_of_the_same_mesh_is_read_where_a_file_has_it() {
    let (mut json, mut bin) = parts("tube");
    let (other, stream) = parts("tube_edgebreaker");
    let view = json["bufferViews"].as_array().unwrap().len();
    let start = bin.len();
    bin.extend(stream);
    let views = json["bufferViews"].as_array_mut().unwrap();
    views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": bin.len() - start}));
    json["buffers"][0]["byteLength"] = json!(bin.len());
    let mut draco = other["meshes"][0]["primitives"][0]["extensions"].clone();
    draco["KHR_draco_mesh_compression"]["bufferView"] = json!(view);
    json["meshes"][0]["primitives"][0]["extensions"] = draco;
    let scene = open_parts(&json, &bin).unwrap();
    let indices = |scene: &Scene| scene.meshes[0].primitives[0].indices.clone();
    assert_eq!(indices(&scene), indices(&self::scene("tube")));
}

#[test]
fn indices_need_no_accessor() {
    let (mut json, bin) = parts("tube_edgebreaker");
    let primitive = &mut json["meshes"][0]["primitives"][0];
    primitive.as_object_mut().unwrap().remove("indices");
    assert_same(&open_parts(&json, &bin).unwrap(), &scene("tube"), "plain");
}

#[test]
fn primitives_may_share_a_stream_or_its_accessors() {
    let (mut json, mut bin) = parts("tube_edgebreaker");
    // The same stream again as another view: its accessors are then those of two streams.
    let primitive = json["meshes"][0]["primitives"][0].clone();
    let mut other = primitive.clone();
    let range = stream(&json);
    let copy = bin[range.clone()].to_vec();
    let start = bin.len();
    bin.extend(copy);
    let views = json["bufferViews"].as_array_mut().unwrap();
    views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": range.len()}));
    let view = views.len() - 1;
    json["buffers"][0]["byteLength"] = json!(bin.len());
    other["extensions"]["KHR_draco_mesh_compression"]["bufferView"] = json!(view);
    let meshes = json["meshes"].as_array_mut().unwrap();
    meshes.push(json!({"primitives": [primitive, other]}));
    let scene = open_parts(&json, &bin).unwrap();
    let accessors = |mesh: usize, p: usize| scene.meshes[mesh].primitives[p].position;
    assert_eq!(accessors(0, 0), accessors(1, 0));
    assert_ne!(accessors(0, 0), accessors(1, 1));
    let indices = |mesh: usize, p: usize| &scene.meshes[mesh].primitives[p].indices;
    assert_eq!(indices(0, 0), indices(1, 1));
}

#[test]
fn a_package_has_plain_accessors() {
    for (name, _) in FILES {
        let packed = pliant_scene::package(&Source::File(path(name))).unwrap();
        let mut json = packed.json.clone();
        assert!(!Value::Object(json.clone()).to_string().contains("draco"));
        let accessors = json["accessors"].as_array().unwrap();
        assert!(
            accessors
                .iter()
                .all(|item| item.get("bufferView").is_some())
        );
        let y = &accessors[1]["max"][1];
        let top = if name.starts_with("quantized") {
            2e4
        } else {
            2.0
        };
        assert!((y.as_f64().unwrap() - top).abs() < 1e-3, "{name}: {y}");
        json.insert(
            "buffers".to_owned(),
            json!([{"byteLength": packed.bytes.len()}]),
        );
        let again = open_parts(&Value::Object(json), &packed.bytes).unwrap();
        let (scene, primitive) = (scene(name), |scene: &Scene| {
            scene.meshes[0].primitives[0].clone()
        });
        assert_eq!(again.accessors.bytes, scene.accessors.bytes, "{name}");
        assert_eq!(primitive(&again).indices, primitive(&scene).indices);
    }
}

/// Checks that a file is refused with one line that names its mesh.
fn assert_refused(json: &Value, bin: &[u8], why: &str) {
    let error = open_parts(json, bin).unwrap_err().to_string();
    let is_one_line = error.starts_with("mesh 0 \"Tube\" primitive 0") && !error.contains('\n');
    assert!(is_one_line && error.contains(why), "{error}");
}

#[test]
fn counts_that_differ_from_the_stream_are_refused() {
    for name in ["tube_edgebreaker", "tube_sequential"] {
        let (json, bin) = parts(name);
        let counts = |vertices: u64, indices: u64| {
            let mut json = json.clone();
            for (i, item) in json["accessors"]
                .as_array_mut()
                .unwrap()
                .iter_mut()
                .enumerate()
            {
                item["count"] = json!(if i == 0 { indices } else { vertices });
            }
            json
        };
        assert_refused(&counts(100, 483), &bin, "486 indices");
        assert_refused(&counts(100, 489), &bin, "486 indices");
        assert_refused(&counts(99, 486), &bin, "100 vertices");
        assert_refused(&counts(5, 486), &bin, "more vertices or attributes");
        assert_refused(&counts(101, 486), &bin, "100 vertices");
        // Far more than any memory has.
        assert_refused(&counts(u64::from(u32::MAX), 486), &bin, "split the scene");
        assert_refused(&counts(100, 3 << 30), &bin, "486 indices");
    }
}

#[test]
fn a_stream_whose_header_claims_too_much_takes_no_memory() {
    let (mut json, bin) = parts("tube_edgebreaker");
    let range = stream(&json);
    // After 11 bytes for all meshes and two for traversal and vertices, the number of faces: 162 in two bytes, and 2³⁴ in five.
    let (before, after) = (&bin[range.start..][..13], &bin[range.start + 15..range.end]);
    let hostile = [before, &[0x80, 0x80, 0x80, 0x80, 0x40], after].concat();
    json["meshes"][0]["primitives"][0]
        .as_object_mut()
        .unwrap()
        .remove("indices");
    json["buffers"][0]["byteLength"] = json!(hostile.len());
    json["bufferViews"] = json!([{"buffer": 0, "byteLength": hostile.len()}]);
    assert_refused(&json, &hostile, "split the scene");
}

#[test]
fn accessors_that_do_not_fit_the_stream_are_refused() {
    let (json, bin) = parts("tube_edgebreaker");
    let change = |at: &str, value: Value, why: &str| {
        let mut json = json.clone();
        *json.pointer_mut(at).unwrap() = value;
        assert_refused(&json, &bin, why);
    };
    let draco = "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression";
    change("/accessors/1/type", json!("VEC2"), "3 components");
    change("/accessors/1/componentType", json!(5123), "does not fit");
    change("/accessors/0/componentType", json!(5126), "does not fit");
    change("/meshes/0/primitives/0/mode", json!(1), "TRIANGLES");
    change(draco, json!({}), "names no bufferView");
    change(draco, json!({"bufferView": 0}), "no attributes");
    change(draco, json!({"bufferView": 7}), "bufferView 7");
    change(
        draco,
        json!({"bufferView": 0, "attributes": {"POSITION": 9}}),
        "no attribute 9",
    );
}

#[test]
fn integers_become_the_accessors_types() {
    let (mut json, bin) = parts("skinned_edgebreaker");
    let plain = scene("skinned_edgebreaker");
    // JOINTS_0 of 16 bits; colours as floats, which glTF's encoders don't mark as normalized.
    json["accessors"][6]["componentType"] = json!(5123);
    json["accessors"][4]["componentType"] = json!(5126);
    json["accessors"][4]["normalized"] = json!(false);
    let scene = open_parts(&json, &bin).unwrap();
    let [(joints, color), (plain_joints, plain_color)] = [&scene, &plain].map(|scene| {
        let primitive = &scene.meshes[0].primitives[0];
        let joints = scene.accessors.vec4(primitive.joint_sets[0].joints, 42);
        (joints, scene.accessors.vec4(primitive.color.unwrap(), 42))
    });
    assert_eq!(joints, plain_joints);
    assert_eq!(color.map(|value| value / 255.0), plain_color);
}

#[test]
fn damaged_streams_are_refused_or_decompressed() {
    for (name, _) in FILES {
        let (json, bin) = parts(name);
        let range = stream(&json);
        let tried = |bin: &[u8]| match open_parts(&json, bin) {
            Ok(_) => {}
            Err(error) => {
                let line = error.to_string();
                assert!(!line.contains('\n') && line.len() < 400, "{name}: {line}");
            }
        };
        for bit in 8 * range.start..8 * range.end {
            let mut flipped = bin.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            tried(&flipped);
        }
        // Bytes from SplitMix64, after a header that is right.
        let mut state = 1u64;
        for _ in 0..2000 {
            let mut random = bin.clone();
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let kept = 11 + (state >> 40) as usize % (range.len() - 11);
            for byte in &mut random[range.clone()][kept..] {
                state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                *byte = (mixed ^ mixed >> 27) as u8;
            }
            tried(&random);
        }
        for end in 0..range.len() {
            let mut json = json.clone();
            let views = json["bufferViews"].as_array_mut().unwrap();
            let length = json!(range.len());
            let view = views.iter_mut().find(|view| view["byteLength"] == length);
            view.unwrap()["byteLength"] = json!(end);
            assert!(open_parts(&json, &bin).is_err(), "{name}: {end} bytes");
        }
    }
}
