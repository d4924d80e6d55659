//! Scenes of surfaces that intersect at the start.

use crate::world::scene_of;
use glam::{EulerRot, Quat, Vec3};
use pliant_scene::Scene;
use pliant_scenes::shapes::grid;
use pliant_scenes::{Document, Mode, Node, Primitive};
use serde_json::{Value, json};

/// An empty document without gravity.
fn weightless() -> Document {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    document
}

fn sheet(document: &mut Document, name: &str, mesh: Primitive, (at, turn): (Vec3, Quat)) {
    let keys =
        json!({"pliant_body": "cloth", "pliant_thickness": 0.01, "pliant_velocity": [0.3, 0, 0.1]});
    add(document, name, mesh, (at, turn), keys);
}

fn add(
    document: &mut Document,
    name: &str,
    mesh: Primitive,
    (at, turn): (Vec3, Quat),
    keys: Value,
) {
    let mesh = document.mesh(name, [mesh]);
    let node = Node::new(name).mesh(mesh).at(Vec3::Y + at).rotated(turn);
    document.add(node.extras(keys));
}

fn upright(yaw: f32, pitch: f32) -> Quat {
    Quat::from_euler(EulerRot::YXZ, yaw, std::f32::consts::FRAC_PI_2 + pitch, 0.0)
}

/// A level sheet, and one that pierces it: `pitch` from upright, rad, with its lower `depth` m below the level one.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn pierced(depth: f32, pitch: f32) -> Scene {
    let mut document = weightless();
    for (name, mesh, pose) in pierced_pair(depth, pitch) {
        sheet(&mut document, name, mesh, pose);
    }
    scene_of(&document)
}

fn pierced_pair(depth: f32, pitch: f32) -> [(&'static str, Primitive, (Vec3, Quat)); 2] {
    let level = (Vec3::ZERO, Quat::IDENTITY);
    let pose = (
        Vec3::new(0.013, (0.2 - depth) * pitch.cos(), 0.017),
        upright(0.3, pitch),
    );
    [
        ("Level", grid(17, 17, 0.8, 0.8), level),
        ("Upright", grid(12, 12, 0.4, 0.4), pose),
    ]
}

/// The same two at rest, beside a sheet of five times as many particles. Few particles exceed their motion bound at a time, so
/// that pairs are searched only around those.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn pierced_beside_resting(depth: f32, pitch: f32) -> Scene {
    let mut document = weightless();
    let keys = || json!({"pliant_body": "cloth", "pliant_thickness": 0.01});
    for (name, mesh, pose) in pierced_pair(depth, pitch) {
        add(&mut document, name, mesh, pose, keys());
    }
    let beside = (Vec3::X, Quat::IDENTITY);
    let resting = grid(47, 47, 1.0, 1.0);
    add(&mut document, "Still", resting, beside, keys());
    scene_of(&document)
}

/// Two sheets that intersect from their borders to their middles, like two slotted cards, but without slots.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn slotted() -> Scene {
    let mut document = weightless();
    let one = (Vec3::new(0.013, 0.011, 0.0), Quat::from_rotation_y(0.02));
    sheet(&mut document, "One", grid(13, 13, 0.4, 0.4), one);
    let turn = Quat::from_euler(EulerRot::XYZ, 1.4, 0.1, 0.0);
    let other = (Vec3::new(0.313, 0.017, 0.017), turn);
    sheet(&mut document, "Other", grid(12, 12, 0.4, 0.4), other);
    scene_of(&document)
}

/// A sheet that is rolled up from a corner so far that the corner pierces the sheet.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn pierced_by_corner() -> Scene {
    let mut document = weightless();
    let pose = (Vec3::ZERO, Quat::from_rotation_x(0.2));
    let keys = json!({"pliant_body": "cloth", "pliant_thickness": 0.01, "pliant_bend_compliance": 1e4, "pliant_velocity": [0.3, 0, 0.1]});
    add(&mut document, "Rolled", rolled_corner(), pose, keys);
    scene_of(&document)
}

/// A sheet whose corner at +X +Z is rolled up, back and down again.
fn rolled_corner() -> Primitive {
    const RADIUS: f32 = 0.05;
    const TURN: f32 = 3.93;
    const FROM: f32 = 0.31;
    let mut sheet = grid(31, 31, 1.0, 1.0);
    let flat = sheet.positions.clone();
    let along = Vec3::new(1.0, 0.0, 0.87).normalize();
    for x in &mut sheet.positions {
        let distance = x.dot(along) - FROM;
        let angle = (distance / RADIUS).clamp(0.0, TURN);
        let straight = (distance - RADIUS * TURN).max(0.0);
        let (sine, cosine) = angle.sin_cos();
        let (ahead, up) = (
            RADIUS * sine + straight * cosine,
            RADIUS * (1.0 - cosine) + straight * sine,
        );
        if distance > 0.0 {
            *x += (ahead - distance) * along + up * Vec3::Y;
        }
    }
    sheet.vector("_REST_POSITION", flat)
}

/// A rope through two intersecting sheets, and a sheet that intersects itself.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn intersecting() -> Scene {
    let mut document = Document::new();
    let keys = json!({"pliant_body": "cloth", "pliant_thickness": 0.01, "pliant_friction": 0.4});
    let level = (Vec3::ZERO, Quat::IDENTITY);
    add(
        &mut document,
        "Level",
        grid(13, 13, 0.6, 0.6),
        level,
        keys.clone(),
    );
    let pose = (Vec3::new(0.013, 0.15, 0.017), upright(0.3, 0.1));
    add(
        &mut document,
        "Upright",
        grid(12, 12, 0.4, 0.4),
        pose,
        keys.clone(),
    );
    let beside = (Vec3::new(1.5, 0.0, 0.0), Quat::IDENTITY);
    add(&mut document, "Rolled", rolled_corner(), beside, keys);
    let points = (0..=20).map(|i| Vec3::new(0.11, 0.02 * i as f32 - 0.1, 0.1));
    let rope = Primitive::new(Mode::LineStrip, points.collect());
    let keys = json!({"pliant_body": "rope", "pliant_thickness": 0.01});
    add(
        &mut document,
        "Rope",
        rope,
        (Vec3::ZERO, Quat::IDENTITY),
        keys,
    );
    scene_of(&document)
}
