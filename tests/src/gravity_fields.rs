//! Gravity fields of every type, for the stage tests.

use crate::world::{merged, scene_of};
use glam::{Quat, Vec3};
use pliant_scene::Scene;
use pliant_scenes::shapes::{cuboid, grid, points, sphere};
use pliant_scenes::{Channel, Document, Interpolation, Node, Shape, Track};
use serde_json::json;

/// A sheet, a drop and balls in fields of every type. One field is animated, and one is carried by a ball. Volumes are shapes
/// and meshes.
///
/// # Panics
/// When the scene does not load, which is a mistake in this function.
#[must_use]
pub fn gravity_fields() -> Scene {
    let mut document = Document::new();
    let sheet = document.mesh("Sheet", [grid(9, 9, 1.3, 1.1)]);
    let turn = Quat::from_rotation_x(0.7);
    let sheet = Node::new("Sheet").mesh(sheet).rotated(turn);
    document.add(sheet.extras(json!({ "pliant_body": "cloth", "pliant_pin": "left" })));
    let drop = document.mesh("Drop", [points([4, 3, 3], 0.05)]);
    let drop = Node::new("Drop").mesh(drop).at([0.31, 0.33, 0.41]);
    document.add(drop.extra("pliant_body", "fluid"));
    let planet = balls(&mut document);
    let volume = document.omi_shape(Shape::Sphere { radius: 0.61 });
    let carried = Node::new("Carried").at([0.02, 0.01, 0.0]).volume(volume);
    let pull = json!({ "type": "point", "gravity": 3, "point": { "unitDistance": 0.3 } });
    document.add_child(planet, carried.gravity(pull));
    round_fields(&mut document, volume);
    shaped_fields(&mut document, volume);
    scene_of(&document)
}

/// Adds scattered balls that collide with nothing, and returns the node of the last one.
fn balls(document: &mut Document) -> usize {
    let ball = document.shape(Shape::Sphere { radius: 0.03 });
    let nothing = document.collision_filter(json!({ "collideWithSystems": ["none"] }));
    let mut last = 0;
    for i in 0..12_u8 {
        let i = f32::from(i);
        let at = Vec3::new(
            (1.7 * i).sin(),
            0.6 * (2.3 * i).cos(),
            0.8 * (0.9 * i).sin(),
        );
        let node = Node::new("Ball")
            .at(0.7 * at)
            .collider(ball, None)
            .filtered(nothing);
        last = document.add(node.motion(json!({ "mass": 0.5, "inertiaDiagonal": [0.02, 0.03, 0.04], "angularVelocity": [1, 2, 3] })));
    }
    last
}

/// Adds fields around circles, along a line, and an animated uniform one.
fn round_fields(document: &mut Document, volume: usize) {
    let line = json!([-0.2, 0.0, 0.1, 0.3, 0.1, 0.0, 0.2, 0.3, -0.2]);
    let fields = [
        ("torus", json!({ "radius": 0.2 }), json!({ "priority": -2 })),
        (
            "disc",
            json!({ "radius": 0.3, "unitDistance": 0.1 }),
            json!({ "priority": 3 }),
        ),
        (
            "line",
            json!({ "points": line, "unitDistance": 0.2 }),
            json!({ "gravity": -2 }),
        ),
        (
            "directional",
            json!({ "direction": [1, 1, 0] }),
            json!({ "stop": true, "priority": -1 }),
        ),
    ];
    for (i, (kind, how, more)) in (0_u8..).zip(fields) {
        let i = f32::from(i);
        let gravity = merged(json!({ "type": kind, "gravity": 4, kind: how }), &more);
        let at = Vec3::new(0.4 * i - 0.6, 0.11, 0.23 * i - 0.4);
        let turn = Quat::from_rotation_z(0.4 * i);
        let node = Node::new("Field").at(at).rotated(turn).volume(volume);
        let node = document.add(node.gravity(gravity));
        if i == 2.0 {
            document.animation(
                "Comes",
                &[Channel {
                    node,
                    times: vec![0.0, 1.0],
                    interpolation: Interpolation::Linear,
                    track: Track::Translation(vec![at, at + Vec3::Y]),
                }],
            );
        }
    }
}

/// Adds fields towards shapes: a box, and triangles, in a volume of triangles.
fn shaped_fields(document: &mut Document, volume: usize) {
    let rock = document.mesh("Rock", [sphere(0.23, 8, 6)]);
    let bounds = document.mesh("Bounds", [cuboid(Vec3::new(0.9, 1.1, 0.8))]);
    let cube = document.omi_shape(Shape::Box {
        size: Vec3::new(0.2, 0.3, 0.1),
    });
    let [rock, bounds] =
        [(rock, false), (bounds, true)].map(|(m, hull)| document.omi_mesh(m, hull));
    for (shape, volume, at) in [
        (cube, volume, [0.5, 0.0, 0.3]),
        (rock, bounds, [-0.3, 0.1, 0.0]),
    ] {
        let pull = json!({ "type": "shaped", "gravity": 5, "replace": true,
            "shaped": { "shape": shape, "unitDistance": 0.3 } });
        let node = Node::new("Planet").at(at).scaled(Vec3::splat(1.2));
        document.add(node.volume(volume).gravity(pull));
    }
}
