//! Scenes of deformable bodies that collide with each other.

use crate::world::{merged, scene_of};
use glam::{EulerRot, Quat, Vec3};
use pliant_scene::Scene;
use pliant_scenes::shapes::{cuboid, grid, sphere};
use pliant_scenes::{Document, Mode, Node, Primitive};
use serde_json::{Value, json};

/// Sheets, ropes, a soft body and a balloon that collide with each other, and a sheet that collides with itself.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
#[expect(clippy::too_many_lines, reason = "a few lines a body")]
pub fn deformables() -> Scene {
    let mut document = Document::new();
    let cloth = |keys: Value| {
        let plain =
            json!({"pliant_body": "cloth", "pliant_thickness": 0.02, "pliant_friction": 0.4});
        merged(plain, &keys)
    };
    let bodies = [
        (
            "Below",
            grid(15, 15, 0.7, 0.7),
            [0.0, 0.0, 0.0],
            0.1,
            cloth(json!({"pliant_pin": "corners"})),
        ),
        (
            "Above",
            grid(11, 11, 0.4, 0.4),
            [0.05, 0.09, 0.02],
            0.7,
            cloth(json!({"pliant_restitution": 0.5, "pliant_velocity": [0.2, -3.0, 0.1]})),
        ),
        (
            "Rolled",
            rolled(),
            [0.7, 0.0, 0.0],
            0.4,
            cloth(json!({"pliant_thickness": 0.03, "pliant_bend_compliance": 10})),
        ),
        (
            "Rope",
            line([-0.2, 0.05, -0.3], [0.1, 0.07, 0.3]),
            [-0.2, 0.03, 0.0],
            0.0,
            rope(),
        ),
        (
            "Rope over it",
            line([-0.5, 0.11, 0.1], [0.0, 0.1, -0.03]),
            [-0.2, 0.02, 0.0],
            0.0,
            rope(),
        ),
        (
            "Soft",
            cuboid(Vec3::splat(0.15)),
            [0.2, 0.25, 0.2],
            0.5,
            json!({"pliant_body": "soft", "pliant_spacing": 0.07, "pliant_youngs_modulus": 1e4, "pliant_velocity": [0, -1, 0]}),
        ),
        (
            "Balloon",
            sphere(0.08, 12, 8),
            [0.2, 0.26, 0.39],
            0.3,
            json!({"pliant_body": "balloon", "pliant_pressure": 1.1, "pliant_stretch_compliance": 1e-5, "pliant_velocity": [0, -2, -1]}),
        ),
    ];
    for (name, mesh, at, turn, keys) in bodies {
        let mesh = document.mesh(name, [mesh]);
        let rotation = Quat::from_euler(EulerRot::XYZ, 0.3 * turn, turn, 0.2 * turn);
        document.add(
            Node::new(name)
                .mesh(mesh)
                .at(at)
                .rotated(rotation)
                .extras(keys),
        );
    }
    scene_of(&document)
}

fn rope() -> Value {
    json!({"pliant_body": "rope", "pliant_thickness": 0.02, "pliant_velocity": [0, -2, 0]})
}

fn line(from: [f32; 3], to: [f32; 3]) -> Primitive {
    let point = |i: u8| Vec3::from(from).lerp(to.into(), f32::from(i) / 20.0);
    Primitive::new(Mode::LineStrip, (0..=20).map(point).collect())
}

/// A flat sheet, rolled up at the start.
fn rolled() -> Primitive {
    let mut sheet = grid(17, 9, 0.5, 0.25);
    let flat = sheet.positions.clone();
    for x in &mut sheet.positions {
        let angle = 14.0 * x.x;
        let (sine, cosine) = angle.sin_cos();
        *x = Vec3::new(0.071 * sine + 0.011 * angle, 0.071 * (1.0 - cosine), x.z);
    }
    sheet.vector("_REST_POSITION", flat)
}

/// Two sheets that collide by their particles, one above the other, with a sheet and a rope between them.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn particle_contacts() -> Scene {
    let mut document = Document::new();
    let ball = json!({"pliant_body": "cloth", "pliant_contact": "particles", "pliant_thickness": 0.04, "pliant_velocity": [0, -2, 0]});
    let sheet = json!({"pliant_body": "cloth", "pliant_pin": "corners"});
    let across = line([-0.2, 0.0, -0.1], [0.2, 0.0, 0.12]);
    let bodies = [
        ("Sheet", grid(9, 9, 0.4, 0.4), 0.0, sheet),
        ("Balls", grid(9, 9, 0.3, 0.3), 0.05, ball.clone()),
        ("Rope", across, 0.09, rope()),
        ("More balls", grid(7, 7, 0.25, 0.25), 0.14, ball),
    ];
    for (name, mesh, height, keys) in bodies {
        let mesh = document.mesh(name, [mesh]);
        let node = Node::new(name).mesh(mesh).at([0.0, height, 0.0]);
        let node = node.rotated(Quat::from_rotation_y(4.0 * height));
        document.add(node.extras(keys));
    }
    scene_of(&document)
}
