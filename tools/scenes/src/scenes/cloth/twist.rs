//! A sheet is twisted into a cord by its two ends, and untwisted again.

use crate::scenes::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Track, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

/// Length along X and width along Z, m.
const SIZE: [f32; 2] = [1.5, 1.0];
/// Vertices along both: edges of 5 cm.
const VERTICES: [u32; 2] = [31, 21];
/// Rotation speed of each bar, degrees per second.
const SPEED: f64 = 60.0;
/// Time at which the bars turn back, s. Each has then made three half turns, and the sheet three turns.
const TURNING: u32 = 9;
/// Time at which the sheet is expected to be twisted by one turn and a third, s: the run must be as long.
const CHECKED: u32 = 4;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A twisted sheet: two bars wring it by three turns in 9 s and turn back in 9 s; run it with --until 18.",
    );
    scene.extra("pliant_gravity", json!([0, 0, 0]));
    scene.extra("pliant_substeps", 10);
    scene.extra("pliant_duration", 5);
    scene.camera([0.5, 1.2, 1.9], [0.0, 0.0, 0.0], 38.0);
    let linen = Material::new("Linen", 1.0, 1.0, 1.0).two_sided().checker(
        [40, 92, 140],
        [226, 220, 200],
        8,
    );
    let linen = scene.material(&linen);
    let [length, width] = SIZE;
    let mut sheet = shapes::grid(VERTICES[0], VERTICES[1], length, width).material(linen);
    // Normals follow from the positions, and the file is smaller without them.
    sheet.normals.clear();
    let mesh = scene.mesh("Sheet", [sheet]);
    scene.add(Node::new("Sheet").mesh(mesh).extras(json!({
        "pliant_body": "cloth", "pliant_model": "stvk", "pliant_youngs_modulus": 2500, "pliant_poissons_ratio": 0.25,
        "pliant_bend_compliance": 3000, "pliant_density": 0.2, "pliant_thickness": 0.002,
        "pliant_attach": ["left=LeftBar", "right=RightBar"],
    })));
    let iron = scene.material(&Material::new("Iron", 0.3, 0.3, 0.32).metal().roughness(0.4));
    let bar = scene.mesh(
        "Bar",
        [shapes::cuboid(Vec3::new(0.02, 0.02, width + 0.04)).material(iron)],
    );
    let channels = [("LeftBar", -1.0), ("RightBar", 1.0)].map(|(name, side)| {
        let at = [side * (length / 2.0 + 0.01), 0.0, 0.0];
        let node = scene.add(Node::new(name).at(at).mesh(bar));
        turns(node, f64::from(side) * SPEED)
    });
    scene.animation("Twist", &channels);
    expectations(&mut scene);
    scene
}

/// A rotation about X at `speed` degrees per second until `TURNING`, and back; a key per second.
fn turns(node: usize, speed: f64) -> Channel {
    let times = 0..=2 * TURNING;
    let angle = |time: u32| speed.to_radians() * f64::from(time.min(2 * TURNING - time));
    let turn = |time| {
        let (sin, cos) = (angle(time) / 2.0).sin_cos();
        Quat::from_xyzw(sin as f32, 0.0, 0.0, cos as f32)
    };
    Channel {
        node,
        times: times.clone().map(|time| time as f32).collect(),
        interpolation: Interpolation::Linear,
        track: Track::Rotation(times.map(turn).collect()),
    }
}

/// A sheet that went through itself after one turn would be a turn short, and have a third of the strain.
fn expectations(scene: &mut Document) {
    let sheet = |metric| Expect::body("Sheet", metric);
    scene.expect(Expect::scene("intersections").max(0.0));
    scene.expect(sheet("mean_strain").at(f64::from(CHECKED)).min(0.15));
    scene.expect(sheet("mean_strain").max(0.6));
    scene.expect(sheet("max_strain").max(3.0));
    for axis in ["com.x", "com.y", "com.z"] {
        scene.expect(sheet(axis).near(0.0, 0.1));
    }
}
