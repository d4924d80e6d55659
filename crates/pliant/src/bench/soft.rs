//! `pliant bench soft`: a lattice of 22³ nodes with constraints of edges and volumes, ten substeps of one iteration a frame.

use super::container::body;
use super::standard::Standard;
use serde_json::json;

/// Nodes along each edge of the cube: 22³ nodes, 46,305 tetrahedra, 59,598 edges.
const NODES: u32 = 22;

/// The cube.
pub(crate) fn scenes() -> Vec<Standard> {
    let scene = Standard::simulation(format!("{NODES}"), cube, |settings| {
        settings.substeps = 10;
        settings.iterations = 1;
    });
    vec![scene.frames(3, 30)]
}

/// A cube of 1 m that hangs by its upper side. Its nodes have 1 kg, its edges 1e-6 m/N, and its volumes are fixed.
fn cube() -> Vec<u8> {
    let positions: Vec<[f32; 3]> = (0..8_u32)
        .map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|bit| bit as f32))
        .collect();
    let indices: [u32; 36] = [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6,
        1, 3, 5, 3, 7, 5,
    ];
    let keys = json!({
        "pliant_body": "soft", "pliant_model": "xpbd", "pliant_spacing": 1.0 / f64::from(NODES - 1),
        "pliant_particle_mass": 1, "pliant_pin": "top",
        "pliant_stretch_compliance": 1e-6, "pliant_self_collision": false,
    });
    body("Cube", &keys, &positions, &indices)
}
