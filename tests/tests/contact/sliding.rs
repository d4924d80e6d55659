//! Bodies slide over the edges and corners of meshes, and over the seams between them, as over a plane.

use glam::{DVec3, Quat, Vec3};
use pliant_scenes::{Document, Mode, Node, Primitive, Shape};
use pliant_tests::world::{World, scene_of};
use serde_json::json;
use std::f32::consts::FRAC_PI_2;

/// Size of a cell of the floor, and cells of a tile along X and Z.
const CELL: f32 = 0.5;
const CELLS: [u32; 2] = [8, 16];
const TILES: u32 = 11;
const SPEED: f32 = 60.0;

/// A tile of triangles whose inner corners are not on a grid and whose diagonals alternate.
fn tile(first: u32) -> Primitive {
    let [columns, rows] = CELLS;
    let corner = |i: u32, k: u32| {
        let inner = !i.is_multiple_of(columns) && !k.is_multiple_of(rows);
        let off = |n: u32| 0.3 * ((n * (7 * (first + i) + 13 * k) % 17) as f32 / 8.0 - 1.0);
        let [x, z] = if inner { [off(3), off(5)] } else { [0.0; 2] };
        CELL * Vec3::new(i as f32 + x, 0.0, k as f32 + z - 0.5 * rows as f32)
    };
    let corners = (0..=columns).flat_map(|i| (0..=rows).map(move |k| (i, k)));
    let mut indices = Vec::new();
    for (i, k) in (0..columns).flat_map(|i| (0..rows).map(move |k| (i, k))) {
        let a = i * (rows + 1) + k;
        let (b, c, d) = (a + 1, a + rows + 1, a + rows + 2);
        indices.extend(match (i + k) % 2 {
            0 => [a, b, c, b, d, c],
            _ => [a, b, d, a, d, c],
        });
    }
    let positions = corners.map(|(i, k)| corner(i, k)).collect();
    Primitive {
        indices,
        ..Primitive::new(Mode::Triangles, positions)
    }
}

/// A floor of tiles, and bodies of every shape that slide along it.
fn slide(radius: f32) -> Document {
    let mut document = Document::new();
    let ice = document.physics_material(0.0, 0.0, 0.0);
    for k in 0..TILES {
        let mesh = document.mesh("Tile", [tile(k * CELLS[0])]);
        let at = Vec3::new((k * CELLS[0]) as f32 * CELL, 0.0, 0.0);
        let node = Node::new("Tile").mesh(mesh).at(at).surface(ice);
        document.add(node.extras(json!({"pliant_body": "static", "pliant_collider": "mesh"})));
    }
    let height = 2.0 * radius;
    let size = Vec3::splat(height);
    let lying = Quat::from_rotation_x(FRAC_PI_2);
    let shapes = [
        ("ball", Shape::Sphere { radius }, Quat::IDENTITY),
        ("box", Shape::Box { size }, Quat::IDENTITY),
        (
            "turned box",
            Shape::Box { size },
            Quat::from_rotation_y(0.4),
        ),
        ("capsule", Shape::capsule(height, radius), lying),
        ("cylinder", Shape::cylinder(height, radius), Quat::IDENTITY),
    ];
    for (row, (name, shape, turn)) in (0..).zip(shapes) {
        let shape = document.shape(shape);
        for k in 0..3 {
            let line = 0.4 * (3 * row + k) as f32 - 2.9;
            let at = Vec3::new(0.9 + 0.31 * k as f32, radius, line);
            // Velocities are in the node's frame.
            let velocity = turn.inverse() * (SPEED * Vec3::X);
            let motion = json!({"mass": 1, "linearVelocity": velocity.to_array()});
            let node = Node::new(&format!("{name} {k}")).at(at).rotated(turn);
            document.add(node.collider(shape, Some(ice)).motion(motion));
        }
    }
    document
}

#[test]
fn nothing_but_the_faces_is_hit_at_60_metres_a_second() {
    for (radius, substeps, iterations) in [(0.05, 20, 1), (0.05, 5, 4), (0.01, 20, 1), (0.1, 20, 1)]
    {
        let mut world = World::new(&scene_of(&slide(radius)), |settings| {
            settings.substeps = substeps;
            settings.iterations = iterations;
        });
        for frame in 1..=40 {
            world.run(1);
            for body in world.measure().bodies {
                let place = format!(
                    "{} of {radius} m, {substeps} x {iterations}, frame {frame}",
                    body.name
                );
                let off = DVec3::from(body.velocity) - f64::from(SPEED) * DVec3::X;
                assert!(off.length() < 0.02, "{place}: {off}");
                let height = body.com[1] - f64::from(radius);
                assert!(height.abs() < 1e-3, "{place}: {height} m");
            }
        }
    }
}
