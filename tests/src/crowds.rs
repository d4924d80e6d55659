//! Scenes of hundreds of rigid bodies: a wall of bricks, a heap of convex meshes, and a run of dominoes.

use glam::{EulerRot, Quat, Vec2, Vec3};
use pliant_scenes::shapes::{cuboid, sphere};
use pliant_scenes::{Document, Node, Shape};
use serde_json::json;
use std::f32::consts::{FRAC_PI_2, TAU};

/// Size of a brick, m.
pub const BRICK: Vec3 = Vec3::new(0.4, 0.2, 0.2);
/// Columns and rows of the wall.
pub const WALL: [usize; 2] = [50, 20];

/// A wall of 1,010 bricks in running bond, in the plane z = 0, on a ground of triangles. All are meshes, as an export from a
/// modeller has them. With `thrown`, a ball flies at its middle.
#[must_use]
pub fn wall(thrown: bool) -> Document {
    let mut document = Document::new();
    let ground = document.mesh("Ground", [cuboid(Vec3::new(60.0, 1.0, 60.0))]);
    let ground = Node::new("Ground").mesh(ground).at([0.0, -0.5, 0.0]);
    document.add(ground.extras(json!({"pliant_body": "static", "pliant_friction": 0.6})));
    let whole = document.mesh("Brick", [cuboid(BRICK)]);
    let half = document.mesh("Half brick", [cuboid(BRICK * Vec3::new(0.5, 1.0, 1.0))]);
    let [columns, rows] = WALL;
    let mut add = |row: usize, x: f32, mesh| {
        let at = [
            BRICK.x * (x - 0.5 * columns as f32),
            BRICK.y * (row as f32 + 0.5),
            0.0,
        ];
        let name = format!("Brick {row} {x}");
        document.add(
            Node::new(&name)
                .mesh(mesh)
                .at(at)
                .extras(json!({"pliant_body": "rigid", "pliant_friction": 0.6})),
        );
    };
    for row in 0..rows {
        let shifted = row % 2 == 1;
        let shift = if shifted { 1.0 } else { 0.5 };
        (0..columns - usize::from(shifted)).for_each(|i| add(row, i as f32 + shift, whole));
        if shifted {
            add(row, 0.25, half);
            add(row, columns as f32 - 0.25, half);
        }
    }
    if thrown {
        let ball = document.mesh("Ball", [sphere(0.5, 32, 16)]);
        let ball = Node::new("Ball").mesh(ball).at([0.0, 2.0, 6.0]);
        document.add(ball.extras(json!({"pliant_body": "rigid", "pliant_collider": "sphere", "pliant_velocity": [0, 1, -14]})));
    }
    document
}

/// Half of the inner size of the box around the heap, m.
pub const BIN: f32 = 0.8;

/// 300 convex meshes of all proportions, above a box without a lid.
#[must_use]
pub fn convex_heap() -> Document {
    let mut document = Document::new();
    let floor = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(floor, None));
    for k in 0..4_u8 {
        let turn = Quat::from_rotation_y(FRAC_PI_2 * f32::from(k));
        let wall = document.shape(Shape::Box {
            size: Vec3::new(0.2, 4.0, 2.0 * BIN + 0.4),
        });
        let node = Node::new(&format!("Wall{k}")).at(turn * Vec3::new(BIN + 0.1, 2.0, 0.0));
        document.add(node.rotated(turn).collider(wall, None));
    }
    let meshes = [(5, 3), (6, 4), (8, 5)]
        .map(|(slices, stacks)| document.mesh("Stone", [sphere(0.09, slices, stacks)]));
    for i in 0..300_u16 {
        let [x, y, z] = [i % 5, i / 25, i / 5 % 5].map(f32::from);
        let turn = f32::from(i);
        let size = Vec3::new(0.7 + 0.1 * (i % 4) as f32, 1.0, 0.7 + 0.1 * (i % 7) as f32);
        let node = Node::new(&format!("Stone{i}"))
            .mesh(meshes[usize::from(i) % 3])
            .at([0.28 * (x - 2.0), 0.2 + 0.25 * y, 0.28 * (z - 2.0)])
            .rotated(Quat::from_euler(
                EulerRot::YXZ,
                turn,
                2.0 * turn,
                3.0 * turn,
            ))
            .scaled(size);
        document.add(node.extra("pliant_body", "rigid"));
    }
    document
}

/// Dominoes in the run.
pub const DOMINOES: usize = 500;
const DOMINO: Vec3 = Vec3::new(0.01, 0.05, 0.025);
/// Distance between dominoes, m.
const STEP: f32 = 0.02;
/// Distance between the turns of their spiral, m.
const TURN: f32 = 0.1;

/// A run of dominoes along a spiral, of which the innermost is pushed.
#[must_use]
pub fn domino_run() -> Document {
    let mut document = Document::new();
    let floor = document.shape(Shape::Plane);
    document.add(Node::new("Floor").collider(floor, None));
    let shape = document.shape(Shape::Box { size: DOMINO });
    let mut angle = TAU;
    for i in 0..DOMINOES {
        let radius = TURN * angle / TAU;
        let place = Vec2::from_angle(angle) * radius;
        // Along the spiral, outwards.
        let along = (Vec2::from_angle(angle) * TURN / TAU + place.perp()).normalize();
        let node = Node::new(&format!("Domino{i}"))
            .at([place.x, 0.5 * DOMINO.y, place.y])
            .rotated(Quat::from_rotation_y(-along.to_angle()))
            .collider(shape, None);
        let push = if i == 0 {
            json!({"linearVelocity": [0.2, 0, 0], "angularVelocity": [0, 0, -8]})
        } else {
            json!({})
        };
        document.add(node.motion(push));
        angle += STEP / radius.hypot(TURN / TAU);
    }
    document
}
