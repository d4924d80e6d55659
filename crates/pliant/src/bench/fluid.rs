//! `pliant bench fluid`: a column of water collapses in a tank, two substeps of four iterations a frame.

use super::standard::Standard;
use crate::container::glb;
use serde_json::{Value, json};

/// Particles along each side of the column, and frames: before those that are timed, and most of these.
const SIZES: [(u16, u32, u32); 4] = [(20, 10, 60), (32, 10, 24), (46, 6, 12), (100, 2, 10)];
/// Distance of particles, m.
const SPACING: f32 = 0.05;
/// The column that takes minutes.
const LARGE: u16 = 100;

/// Each size of the column.
pub(crate) fn scenes() -> Vec<Standard> {
    SIZES.map(scene).into()
}

fn scene((side, warm_up, most): (u16, u32, u32)) -> Standard {
    let title = u32::from(side).pow(3).to_string();
    let scene = Standard::simulation(
        title,
        move || tank(side),
        |settings| {
            settings.substeps = 2;
            settings.iterations = 4;
        },
    );
    Standard {
        large: side == LARGE,
        ..scene.frames(warm_up, most)
    }
}

/// A cube of water in the corner of a tank that is twice as long.
fn tank(side: u16) -> Vec<u8> {
    let at = |step: u16| SPACING * (f32::from(step) + 0.5);
    let rows = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    let points = rows.flat_map(|(x, y)| (0..side).map(move |z| [at(x), at(y), at(z)]));
    let bytes: Vec<u8> = points.flatten().flat_map(f32::to_le_bytes).collect();
    let (count, width) = (u32::from(side).pow(3), SPACING * f32::from(side));
    let [low, high] = [0, side - 1].map(|step| [at(step); 3]);
    let water = json!({"name": "Water", "mesh": 0, "extras": {"pliant_body": "fluid", "pliant_spacing": SPACING}});
    let walls = [
        wall("Floor", [0.0; 3], [0.0, 0.0, 0.0, 1.0]),
        wall("Left", [0.0; 3], turn(2, -1.0)),
        wall("Right", [2.0 * width, 0.0, 0.0], turn(2, 1.0)),
        wall("Back", [0.0; 3], turn(0, 1.0)),
        wall("Front", [0.0, 0.0, width], turn(0, -1.0)),
    ];
    let nodes: Vec<Value> = [water].into_iter().chain(walls).collect();
    let document = json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
        "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "plane", "plane": {}}]}},
        "scenes": [{"nodes": (0..nodes.len()).collect::<Vec<usize>>()}],
        "nodes": nodes,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3", "min": low, "max": high}],
        "bufferViews": [{"buffer": 0, "byteLength": bytes.len()}],
        "buffers": [{"byteLength": bytes.len()}],
    });
    glb(document.to_string().into_bytes(), bytes)
}

/// A plane through a point; its normal is the rotated +Y axis.
fn wall(name: &str, at: [f32; 3], rotation: [f32; 4]) -> Value {
    json!({
        "name": name, "translation": at, "rotation": rotation,
        "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}},
    })
}

/// A quarter of a rotation about an axis, as x, y, z, w.
fn turn(axis: usize, sign: f32) -> [f32; 4] {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let mut rotation = [0.0, 0.0, 0.0, half];
    rotation[axis] = sign * half;
    rotation
}
