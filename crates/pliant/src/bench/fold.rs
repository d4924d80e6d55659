//! `pliant bench fold`: a cloth of 256 × 256 particles in three layers on each other, 20 substeps of one iteration a frame.

use super::container::shaped;
use super::standard::{Stage, Standard};
use pliant_gpu::Timing;
use serde_json::json;

const SIDE: u16 = 256;

/// Thickness of the cloth, m: half an edge.
const THICKNESS: f32 = 0.002;

/// Stages and their frames, two seconds in all: the layers land, lie while the folds still swing, settle, and rest.
const STAGES: [(&str, u32); 4] = [("lands", 4), ("lies", 4), ("settles", 52), ("rests", 60)];

/// The cloth, without frames before its first stage.
pub(crate) fn scenes() -> Vec<Standard> {
    let stage = |(name, frames)| Stage {
        name,
        frames,
        most: frames,
    };
    let scene = Standard::simulation(format!("{SIDE}x{SIDE}"), folded, |settings| {
        settings.substeps = 20;
        settings.iterations = 1;
    });
    vec![Standard {
        warm_up: 0,
        stages: STAGES.map(stage).into(),
        timing: Timing::Phases,
        ..scene
    }]
}

/// A sheet in three layers, one edge length apart; the rest shape is flat. The lowest layer is pinned. It bends like silk: in a stiffer
/// cloth the sharp folds spring open at 20 m/s.
fn folded() -> Vec<u8> {
    const EDGE: f32 = 0.004;
    /// First column of the second and of the third layer.
    const LAYERS: [u16; 2] = [85, 171];
    let position = |i: u16| {
        let (column, layer) = match i {
            _ if i < LAYERS[0] => (f32::from(i), 0.0),
            _ if i < LAYERS[1] => (f32::from(2 * LAYERS[0] - 1) - f32::from(i), 1.0),
            _ => (f32::from(i) - f32::from(LAYERS[1] + 1), 2.0),
        };
        [column * EDGE, layer * EDGE]
    };
    let rows = || (0..SIDE).flat_map(|j| (0..SIDE).map(move |i| (i, j)));
    let along = |j: u16| f32::from(j) * EDGE;
    let positions: Vec<[f32; 3]> = rows()
        .map(|(i, j)| {
            let [x, y] = position(i);
            [x, y, along(j)]
        })
        .collect();
    let flat: Vec<[f32; 3]> = rows().map(|(i, j)| [along(i), 0.0, along(j)]).collect();
    let n = u32::from(SIDE);
    let inner = rows().filter(|(i, j)| i + 1 < SIDE && j + 1 < SIDE);
    let indices: Vec<u32> = inner
        .map(|(i, j)| u32::from(j) * n + u32::from(i))
        .flat_map(|i| [i, i + n, i + 1, i + 1, i + n, i + n + 1])
        .collect();
    let pins: Vec<u32> = (0..n)
        .flat_map(|row| (0..u32::from(LAYERS[0])).map(move |i| row * n + i))
        .collect();
    let keys = json!({
        "pliant_body": "cloth", "pliant_links": "grid", "pliant_bend_compliance": 1e6, "pliant_pin": pins, "pliant_mass": 0.2,
        "pliant_stretch_compliance": 1e-6, "pliant_thickness": THICKNESS, "pliant_air_drag": 1,
    });
    let attributes = [("POSITION", &positions[..]), ("_REST_POSITION", &flat[..])];
    shaped("Fold", &keys, &attributes, &indices)
}
