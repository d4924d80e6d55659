//! Writes benchmark scenes as GLB files.

use crate::container::glb;
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
    glb(document.to_string().into_bytes(), buffer)
}
