//! Writes benchmark scenes as GLB files.

use serde_json::{Map, Value, json};

/// A scene of one node with these keys, as a GLB file; points if there are no indices.
pub(crate) fn body(name: &str, keys: &Value, positions: &[[f32; 3]], indices: &[u32]) -> Vec<u8> {
    shaped(name, keys, &[("POSITION", positions)], indices)
}

/// A scene of one node with these keys and vertex attributes.
pub(crate) fn shaped(
    name: &str,
    keys: &Value,
    attributes: &[(&str, &[[f32; 3]])],
    indices: &[u32],
) -> Vec<u8> {
    let mut buffer = Vec::new();
    let (mut views, mut accessors) = (Vec::new(), Vec::new());
    let mut add = |bytes: &[u8], accessor: Value| {
        views.push(json!({"buffer": 0, "byteOffset": buffer.len(), "byteLength": bytes.len()}));
        accessors.push(accessor);
        buffer.extend_from_slice(bytes);
        accessors.len() - 1
    };
    let mut named = Map::new();
    for (attribute, values) in attributes {
        let bound = |pick: fn(f32, f32) -> f32| {
            [0, 1, 2].map(|axis| values.iter().map(|x| x[axis]).reduce(pick))
        };
        let accessor = json!({
            "bufferView": named.len(), "componentType": 5126, "count": values.len(), "type": "VEC3",
            "min": bound(f32::min), "max": bound(f32::max),
        });
        let at = add(bytemuck::cast_slice(values), accessor);
        named.insert((*attribute).to_owned(), at.into());
    }
    let mut primitive = json!({"attributes": named, "mode": 0});
    if !indices.is_empty() {
        let accessor = json!({
            "bufferView": attributes.len(), "componentType": 5125, "count": indices.len(), "type": "SCALAR",
        });
        let at = add(bytemuck::cast_slice(indices), accessor);
        primitive = json!({"attributes": named, "indices": at});
    }
    let document = json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": name, "mesh": 0, "extras": keys}],
        "meshes": [{"primitives": [primitive]}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": buffer.len()}],
    });
    glb(&document.to_string(), &buffer)
}

/// The binary container of glTF 2.0; both chunks are padded to four bytes.
pub(crate) fn glb(json: &str, buffer: &[u8]) -> Vec<u8> {
    let mut text = json.as_bytes().to_vec();
    text.resize(text.len().next_multiple_of(4), b' ');
    let total = 12 + 8 + text.len() + 8 + buffer.len();
    let mut glb = Vec::with_capacity(total);
    let word = |w: u32, glb: &mut Vec<u8>| glb.extend_from_slice(&w.to_le_bytes());
    glb.extend_from_slice(b"glTF");
    word(2, &mut glb);
    word(total as u32, &mut glb);
    word(text.len() as u32, &mut glb);
    glb.extend_from_slice(b"JSON");
    glb.extend_from_slice(&text);
    word(buffer.len() as u32, &mut glb);
    glb.extend_from_slice(b"BIN\0");
    glb.extend_from_slice(buffer);
    glb
}
