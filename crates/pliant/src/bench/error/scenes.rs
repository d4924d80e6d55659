//! The scenes of `pliant bench error`.

use crate::bench::container::body;
use serde_json::{Value, json};

/// A scene, and when its error is measured.
pub(super) struct Scene {
    pub(super) name: &'static str,
    /// What happens, for people.
    pub(super) about: &'static str,
    pub(super) glb: fn() -> Vec<u8>,
    /// The frame at whose end positions are compared.
    pub(super) frames: u64,
}

/// All scenes. Later frames than these are chaotic: in the swinging cloth, rounding grows to millimetres.
pub(super) const SCENES: [Scene; 3] = [
    Scene {
        name: "hanging",
        about: "a stiff cloth of 32 x 32 particles hangs by its upper edge, at rest after 1 s",
        glb: hanging,
        frames: 60,
    },
    Scene {
        name: "caught",
        about: "the same cloth falls from level for 0.5 s, held at two corners",
        glb: caught,
        frames: 30,
    },
    Scene {
        name: "beam",
        about: "a soft beam of 1 m, fixed at one end, bends under its weight for 0.5 s",
        glb: beam,
        frames: 30,
    },
];

/// Particles along a side of the cloth.
const SIDE: u32 = 32;

/// A sheet of 1 m and 0.2 kg, at these positions for a row and a column from 0 to 1.
fn sheet(at: fn(f32, f32) -> [f32; 3], pins: &[u32], air_drag: f32) -> Vec<u8> {
    let along = |i: u32| i as f32 / (SIDE - 1) as f32;
    let positions: Vec<[f32; 3]> = (0..SIDE * SIDE)
        .map(|i| at(along(i / SIDE), along(i % SIDE)))
        .collect();
    let quads = (0..SIDE * (SIDE - 1)).filter(|i| i % SIDE + 1 < SIDE);
    let indices: Vec<u32> = quads
        .flat_map(|i| [i, i + 1, i + SIDE, i + SIDE, i + 1, i + SIDE + 1])
        .collect();
    let keys = json!({
        "pliant_body": "cloth", "pliant_links": "grid", "pliant_mass": 0.2, "pliant_stretch_compliance": 1e-6, "pliant_pin": pins,
        "pliant_air_drag": air_drag, "pliant_self_collision": false, "pliant_thickness": 0,
    });
    body("Sheet", &keys, &positions, &indices)
}

/// Drag of the air brings it to rest.
fn hanging() -> Vec<u8> {
    let pins: Vec<u32> = (0..SIDE).collect();
    sheet(|row, column| [column, -row, 0.0], &pins, 5.0)
}

fn caught() -> Vec<u8> {
    sheet(|row, column| [column, 0.0, row], &[0, SIDE - 1], 0.0)
}

/// A cuboid of 1 × 0.2 × 0.2 m of Young's modulus 1 MPa, in a lattice of 5 cm.
fn beam() -> Vec<u8> {
    let positions: Vec<[f32; 3]> = (0..8_u32)
        .map(|i| {
            [
                (i & 1) as f32,
                0.2 * (i >> 1 & 1) as f32,
                0.2 * (i >> 2) as f32,
            ]
        })
        .collect();
    let indices: [u32; 36] = [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6,
        1, 3, 5, 3, 7, 5,
    ];
    let keys: Value = json!({
        "pliant_body": "soft", "pliant_youngs_modulus": 1e6, "pliant_spacing": 0.05, "pliant_pin": "left",
        "pliant_self_collision": false,
    });
    body("Beam", &keys, &positions, &indices)
}
