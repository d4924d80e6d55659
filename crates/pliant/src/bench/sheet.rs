//! The sheet of the cloth benchmark, as a GLB file.

use super::container::body;
use serde_json::json;

/// A square sheet of n × n particles, 1 m wide, one edge pinned, every link with α = 0.02 m/N (V09).
pub(crate) fn sheet(n: u32) -> Vec<u8> {
    let position = |i: u32| {
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
    let positions: Vec<[f32; 3]> = (0..n * n).map(position).collect();
    let keys = json!({
        "pliant_body": "cloth", "pliant_links": "grid", "pliant_bend_model": "distance", "pliant_pin": "top", "pliant_mass": 1,
        "pliant_stretch_compliance": 0.02, "pliant_bend_compliance": 0.02, "pliant_self_collision": false, "pliant_thickness": 0,
    });
    body("Sheet", &keys, &positions, &indices)
}
