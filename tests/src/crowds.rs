//! Scenes of hundreds of rigid bodies: a wall of bricks, a heap of convex meshes, a run of dominoes, and chain mail.

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
    document.add(ground.extra("pliant_body", "static"));
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
                .extra("pliant_body", "rigid"),
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

/// Rings of the mail along a side.
pub const MAIL: usize = 19;
/// Radius of a ring of the mail, m. Lengths of the mail are multiples of it.
pub const RING: f32 = 0.03;
/// Distance between neighbouring rings, in radii.
pub const PITCH: f32 = 2.4;
const WIRE: f32 = 0.1;
const CONNECTOR: f32 = 0.6;

/// Chain mail: 361 flat rings, and 684 upright ones between neighbours. The four rings at its corners are fixed.
#[must_use]
pub fn chain_mail() -> Document {
    let mut document = Document::new();
    let rings = [(1.0, 8), (CONNECTOR, 6)].map(|(radius, sides)| {
        let side = 2.0 * radius * (TAU / 2.0 / sides as f32).tan();
        let capsule = Shape::Capsule {
            height: RING * side,
            bottom: RING * WIRE,
            top: RING * WIRE,
        };
        (document.shape(capsule), radius, sides)
    });
    let mut add =
        |name: &str, at: Vec3, turn: Quat, (shape, radius, sides): (usize, f32, u8), free: bool| {
            let node = Node::new(name).at(at * RING).rotated(turn);
            let ring = document.add(if free { node.motion(json!({})) } else { node });
            for k in 0..sides {
                let turn = Quat::from_rotation_y(TAU * f32::from(k) / f32::from(sides));
                let at = turn * Vec3::X * (RING * radius);
                let side = Node::new(&format!("{name} side {k}")).at(at);
                let side = side.rotated(turn * Quat::from_rotation_x(FRAC_PI_2));
                document.add_child(ring, side.collider(shape, None));
            }
        };
    let middle = 0.5 * (MAIL - 1) as f32;
    let place = |x: f32, z: f32| Vec3::new(PITCH * (x - middle), 0.0, PITCH * (z - middle));
    for (x, z) in (0..MAIL).flat_map(|x| (0..MAIL).map(move |z| (x, z))) {
        let ends = [0, MAIL - 1];
        let free = !(ends.contains(&x) && ends.contains(&z));
        let [i, j] = [x, z].map(|n| n as f32);
        add(
            &format!("Ring {x} {z}"),
            place(i, j),
            Quat::IDENTITY,
            rings[0],
            free,
        );
        // Upright, along the line between the two neighbours.
        if x + 1 < MAIL {
            let turn = Quat::from_rotation_x(FRAC_PI_2);
            add(
                &format!("Link {x} {z} x"),
                place(i + 0.5, j),
                turn,
                rings[1],
                true,
            );
        }
        if z + 1 < MAIL {
            let turn = Quat::from_rotation_z(FRAC_PI_2);
            add(
                &format!("Link {x} {z} z"),
                place(i, j + 0.5),
                turn,
                rings[1],
                true,
            );
        }
    }
    document
}
