//! glTF files written in code.
#![allow(dead_code, reason = "each test file uses a part of it")]

use pliant_scene::{Error, Overrides, Scene, Source, load};
use serde_json::{Value, json};

/// A 2 × 2 quad cloth in the XY plane, 9 vertices from (0, 0) below left to (2, 2), on node `Cloth`.
pub(crate) fn cloth() -> Value {
    let positions: Vec<[f32; 3]> = (0..9u8)
        .map(|i| [f32::from(i % 3), f32::from(i / 3), 0.0])
        .collect();
    let quads = [0u16, 1, 3, 4]
        .into_iter()
        .flat_map(|i| [i, i + 1, i + 4, i, i + 4, i + 3]);
    mesh(&positions, &quads.collect::<Vec<_>>(), 4)
}

/// A rope of `count` vertices along X, 1 m apart.
pub(crate) fn rope(count: u8) -> Value {
    let positions: Vec<[f32; 3]> = (0..count).map(|i| [f32::from(i), 0.0, 0.0]).collect();
    mesh(&positions, &(0..u16::from(count)).collect::<Vec<_>>(), 3)
}

/// Corners and outward triangles of a cube of 1 m on the origin's positive side.
pub(crate) fn cube_parts() -> (Vec<[f32; 3]>, Vec<u16>) {
    let positions = (0..8u8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f32::from));
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [a, b, c, a, c, d]);
    (positions.collect(), triangles.collect())
}

/// A closed cube of 1 m on node `Cloth`.
pub(crate) fn cube() -> Value {
    let (positions, indices) = cube_parts();
    mesh(&positions, &indices, 4)
}

/// The cloth with `pliant_attach`, a node `Pole`, the same cloth 1 m behind as `Sheet`, and a rope of 5
/// vertices along X through (2, 2.5, 0) as `Line`, whose vertices are half a metre off the cloth's.
pub(crate) fn attached(attach: &Value) -> Value {
    let mut file = cloth();
    let line: Vec<f32> = (0..5u8)
        .flat_map(|i| [f32::from(i) - 0.5, 2.5, 0.0])
        .collect();
    let line = add_floats(&mut file, &line, "VEC3", 5);
    let extras = json!({"pliant_body": "cloth", "pliant_self_collision": false});
    let rope = json!({"pliant_body": "rope", "pliant_self_collision": false});
    let line = json!({"primitives": [{"attributes": {"POSITION": line}, "mode": 3}]});
    file["meshes"].as_array_mut().unwrap().push(line);
    file["nodes"] = json!([
        {"name": "Cloth", "mesh": 0, "extras": extras},
        {"name": "Pole", "translation": [0, 3, 0]},
        {"name": "Sheet", "mesh": 0, "translation": [0, 0, -1], "extras": extras},
        {"name": "Line", "mesh": 1, "extras": rope}
    ]);
    file["nodes"][0]["extras"]["pliant_attach"] = attach.clone();
    file["scenes"][0]["nodes"] = json!([0, 1, 2, 3]);
    file
}

/// A file with one mesh on the node `Cloth`.
pub(crate) fn mesh(positions: &[[f32; 3]], indices: &[u16], mode: u32) -> Value {
    let mut bytes: Vec<u8> = positions
        .iter()
        .flatten()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    let start = bytes.len();
    bytes.extend(indices.iter().flat_map(|i| i.to_le_bytes()));
    json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "Cloth", "mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": mode}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": positions.len(), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": indices.len(), "type": "SCALAR"}
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": start},
            {"buffer": 0, "byteOffset": start, "byteLength": bytes.len() - start}
        ],
        "buffers": [{"byteLength": bytes.len(), "uri": data_uri(&bytes)}]
    })
}

/// Adds an accessor over bytes of its own.
pub(crate) fn add_accessor(
    file: &mut Value,
    bytes: &[u8],
    component: u32,
    kind: &str,
    count: usize,
) -> usize {
    let push = |list: &mut Value, item| {
        let list = list.as_array_mut().unwrap();
        list.push(item);
        list.len() - 1
    };
    let buffer = push(
        &mut file["buffers"],
        json!({"byteLength": bytes.len(), "uri": data_uri(bytes)}),
    );
    let view = push(
        &mut file["bufferViews"],
        json!({"buffer": buffer, "byteLength": bytes.len()}),
    );
    push(
        &mut file["accessors"],
        json!({"bufferView": view, "componentType": component, "type": kind, "count": count}),
    )
}

/// Adds an accessor of floats.
pub(crate) fn add_floats(file: &mut Value, floats: &[f32], kind: &str, count: usize) -> usize {
    let bytes: Vec<u8> = floats.iter().flat_map(|x| x.to_le_bytes()).collect();
    add_accessor(file, &bytes, 5126, kind, count)
}

/// Bytes as a data: URI with percent escapes, which needs no base64 here.
pub(crate) fn data_uri(bytes: &[u8]) -> String {
    let escaped: String = bytes.iter().map(|byte| format!("%{byte:02x}")).collect();
    format!("data:application/octet-stream,{escaped}")
}

/// The bytes of such a URI.
pub(crate) fn bytes_of(uri: &str) -> Vec<u8> {
    let (_, escaped) = uri.split_once(',').unwrap();
    let byte = |digits| u8::from_str_radix(digits, 16).unwrap();
    escaped.split('%').skip(1).map(byte).collect()
}

/// A GLB of a JSON text and a binary chunk.
pub(crate) fn glb(json: &Value, bin: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bin = bin.to_vec();
    bin.resize(bin.len().next_multiple_of(4), 0);
    let length = 12 + 8 + text.len() + 8 + bin.len();
    let word = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    let parts: [&[u8]; 9] = [
        b"glTF",
        &word(2),
        &word(length),
        &word(text.len()),
        b"JSON",
        &text,
        &word(bin.len()),
        b"BIN\0",
        &bin,
    ];
    parts.concat()
}

/// Loads a file from memory.
pub(crate) fn open(file: &Value) -> Result<Scene, Error> {
    open_with(file, &Overrides::default())
}

/// Loads a file from memory with flags.
pub(crate) fn open_with(file: &Value, overrides: &Overrides) -> Result<Scene, Error> {
    load(&Source::Bytes(file.to_string().into_bytes()), overrides)
}

/// Pairs of strings as flags take them.
pub(crate) fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter()
        .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
        .collect()
}
