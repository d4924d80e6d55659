//! How benchmark scenes become files.

use serde_json::{Value, json};

/// A scene of one node with these keys, as the GLB that an artist's export would be; points where there are no indices.
pub(crate) fn body(name: &str, keys: &Value, positions: &[[f32; 3]], indices: &[u32]) -> Vec<u8> {
    let bound = |pick: fn(f32, f32) -> f32| {
        [0, 1, 2].map(|axis| positions.iter().map(|x| x[axis]).reduce(pick))
    };
    let mut buffer = bytemuck::cast_slice::<[f32; 3], u8>(positions).to_vec();
    let split = buffer.len();
    buffer.extend_from_slice(bytemuck::cast_slice(indices));
    let primitive = if indices.is_empty() {
        json!({"attributes": {"POSITION": 0}, "mode": 0})
    } else {
        json!({"attributes": {"POSITION": 0}, "indices": 1})
    };
    let mut accessors = vec![
        json!({"bufferView": 0, "componentType": 5126, "count": positions.len(), "type": "VEC3", "min": bound(f32::min), "max": bound(f32::max)}),
        json!({"bufferView": 1, "componentType": 5125, "count": indices.len(), "type": "SCALAR"}),
    ];
    let mut views = vec![
        json!({"buffer": 0, "byteLength": split}),
        json!({"buffer": 0, "byteOffset": split, "byteLength": buffer.len() - split}),
    ];
    let parts = if indices.is_empty() { 1 } else { 2 };
    accessors.truncate(parts);
    views.truncate(parts);
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

/// The binary container of glTF 2.0: both chunks padded to words.
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
