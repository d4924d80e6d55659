//! The sheet that the cloth benchmark simulates, as the GLB that an artist's export would be.

use super::container::glb;
use serde_json::json;

/// A square sheet of n × n particles, 1 m wide, one edge pinned, every link with α = 0.02 m/N (V09).
pub(crate) fn sheet(n: u32) -> Vec<u8> {
    let place = |i: u32| {
        [
            (i % n) as f32 / (n - 1) as f32 - 0.5,
            -((i / n) as f32) / (n - 1) as f32,
            0.0,
        ]
    };
    let quads = (0..n * (n - 1)).filter(|i| i % n + 1 < n);
    let indices: Vec<u32> = quads
        .flat_map(|i| [i, i + n, i + 1, i + 1, i + n, i + n + 1])
        .collect();
    let positions: Vec<[f32; 3]> = (0..n * n).map(place).collect();
    let mut buffer = bytemuck::cast_slice::<[f32; 3], u8>(&positions).to_vec();
    let split = buffer.len();
    buffer.extend_from_slice(bytemuck::cast_slice(&indices));
    glb(&describe(n, split, buffer.len(), indices.len()), &buffer)
}

fn describe(n: u32, split: usize, length: usize, indices: usize) -> String {
    let keys = json!({
        "pliant_body": "cloth", "pliant_links": "grid", "pliant_bend_model": "distance", "pliant_pin": "top", "pliant_mass": 1,
        "pliant_stretch_compliance": 0.02, "pliant_bend_compliance": 0.02, "pliant_self_collision": false, "pliant_thickness": 0,
    });
    let document = json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "Sheet", "mesh": 0, "extras": keys}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": n * n, "type": "VEC3", "min": [-0.5, -1, 0], "max": [0.5, 0, 0]},
            {"bufferView": 1, "componentType": 5125, "count": indices, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": split},
            {"buffer": 0, "byteOffset": split, "byteLength": length - split},
        ],
        "buffers": [{"byteLength": length}],
    });
    document.to_string()
}
