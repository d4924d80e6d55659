//! `pliant bench boxes` and `pliant bench shapes`: bodies that have fallen on each other, 20 substeps of one iteration a frame.

use super::standard::Standard;
use crate::container::glb;
use serde_json::{Value, json};

/// Bodies in all, and along both sides of a layer.
const PILES: [(u32, u32); 4] = [(500, 10), (2000, 16), (10_000, 36), (50_000, 80)];
/// The largest pile that does not take minutes.
const SMALL: u32 = 2000;
/// Half of a box's side, m.
const HALF: f32 = 0.25;
/// Distance of neighbouring boxes, and how far every second layer is shifted, m.
const CELL: f32 = 0.54;
const SHIFT: f32 = 0.27;
/// Height of a layer at the start, m.
const LAYER: f32 = 0.6;

/// Each pile of boxes, once it has landed.
pub(crate) fn boxes() -> Vec<Standard> {
    scenes(|| vec![cuboid()])
}

/// Each pile of boxes, balls, capsules, cylinders and cones, once it has landed.
pub(crate) fn shapes() -> Vec<Standard> {
    scenes(|| {
        let frustum = |kind: &str, height: f32, bottom: f32, top: f32| {
            let size = json!({"height": height, "radiusBottom": bottom, "radiusTop": top});
            json!({"type": kind, kind: size})
        };
        vec![
            cuboid(),
            json!({"type": "sphere", "sphere": {"radius": HALF}}),
            frustum("capsule", HALF, 0.5 * HALF, 0.5 * HALF),
            frustum("cylinder", 2.0 * HALF, HALF, HALF),
            frustum("cylinder", 2.0 * HALF, HALF, 0.0),
        ]
    })
}

fn cuboid() -> Value {
    json!({"type": "box", "box": {"size": [2.0 * HALF, 2.0 * HALF, 2.0 * HALF]}})
}

/// Each pile of bodies of these shapes, in turn.
fn scenes(shapes: fn() -> Vec<Value>) -> Vec<Standard> {
    let scene = |(count, side): (u32, u32)| {
        let glb = move || pile(count, side, &shapes());
        let scene = Standard::simulation(count.to_string(), glb, |settings| {
            settings.substeps = 20;
            settings.iterations = 1;
            settings.sleeping = false;
        });
        Standard {
            large: count > SMALL,
            ..scene.frames(90, 120)
        }
    };
    PILES.map(scene).into()
}

/// Layers of bodies of these shapes above a floor, with random offsets and rotations about +Y.
fn pile(count: u32, side: u32, shapes: &[Value]) -> Vec<u8> {
    let physics = |value: Value| json!({"KHR_physics_rigid_bodies": value});
    let collider = |shape: u32| json!({"geometry": {"shape": shape}, "physicsMaterial": 0});
    let floor = physics(json!({"collider": collider(0)}));
    let body = |shape: u32| physics(json!({"motion": {}, "collider": collider(1 + shape)}));
    let mut random = Random(12345);
    let mut nodes = vec![json!({"name": "Floor", "extensions": floor})];
    for i in 0..count {
        let (layer, x, z) = (i / (side * side), i / side % side, i % side);
        let shift = (layer % 2) as f32 * SHIFT;
        let mut along = |k: u32| (k as f32 - side as f32 / 2.0) * CELL + shift + random.next();
        let at = [along(x), HALF + 0.1 + layer as f32 * LAYER, along(z)];
        let half_yaw = 2.0 * random.next();
        let rotation = [0.0, half_yaw.sin(), 0.0, half_yaw.cos()];
        nodes.push(json!({"name": format!("Body{i}"), "translation": at, "rotation": rotation, "extensions": body(i % shapes.len() as u32)}));
    }
    let plane = json!({"type": "plane", "plane": {}});
    let shapes: Vec<&Value> = [&plane].into_iter().chain(shapes).collect();
    let material = json!({"staticFriction": 0.5, "dynamicFriction": 0.5});
    let document = json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
        "extensions": {
            "KHR_implicit_shapes": {"shapes": shapes},
            "KHR_physics_rigid_bodies": {"physicsMaterials": [material]},
        },
        "scenes": [{"nodes": (0..nodes.len()).collect::<Vec<usize>>()}],
        "nodes": nodes,
    });
    glb(document.to_string().into_bytes(), Vec::new())
}

/// Marsaglia's xorshift: the same numbers in every run.
struct Random(u32);

impl Random {
    /// A number from −0.05 to 0.05.
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 as f32 / u32::MAX as f32 - 0.5) * 0.1
    }
}
