//! Particles among hundreds of colliders: each meets those that are near it, whatever moves.

use glam::{Quat, Vec3};
use pliant_scene::{Scene, Solver};
use pliant_scenes::shapes::{block, grid};
use pliant_scenes::{Document, Mode, Node, Primitive, Track};
use pliant_tests::characters::channel;
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// Blocks of 20 cm in rows of this many, 30 cm apart.
const ROW: usize = 20;
const COUNT: usize = 300;
/// Thickness of the grains, m.
const THICKNESS: f32 = 0.004;

/// The block that an animation lifts, the one that it enlarges, and the one that it moves sideways.
const LIFTED: usize = 57;
const GROWING: usize = 143;
const DRIVEN: usize = 216;

fn place(i: usize) -> Vec3 {
    0.3 * Vec3::new((i % ROW) as f32, 0.0, (i / ROW) as f32)
}

/// Patches of cloth of 2 cm, one above the middle of each block.
fn grains() -> Primitive {
    let mut all = Primitive::new(Mode::Triangles, Vec::new());
    for i in 0..COUNT {
        let one = grid(2, 2, 0.02, 0.02).translated(place(i) + 0.103 * Vec3::Y);
        let first = all.positions.len() as u32;
        all.indices.extend(one.indices.iter().map(|k| first + k));
        all.positions.extend(one.positions);
    }
    all
}

fn scene() -> Scene {
    let mut document = Document::new();
    let mesh = document.mesh("Block", [block(Vec3::splat(0.2), 2)]);
    let nodes: Vec<usize> = (0..COUNT)
        .map(|i| {
            let keys =
                json!({"pliant_body": "static", "pliant_collider": "mesh", "pliant_friction": 2});
            let name = format!("Block {i}");
            document.add(Node::new(&name).mesh(mesh).at(place(i)).extras(keys))
        })
        .collect();
    let mesh = document.mesh("Grains", [grains()]);
    document.add(Node::new("Grains").mesh(mesh).extras(json!({
        "pliant_body": "cloth", "pliant_thickness": THICKNESS, "pliant_friction": 2, "pliant_self_collision": false,
    })));
    let from = |i: usize, way: Vec3| Track::Translation(vec![place(i), place(i) + way]);
    let tracks = [
        (LIFTED, from(LIFTED, 0.5 * Vec3::Y)),
        (
            GROWING,
            Track::Scale(vec![Vec3::ONE, Vec3::new(1.0, 3.0, 1.0)]),
        ),
        // It passes through its neighbours, which stand still.
        (DRIVEN, from(DRIVEN, 0.9 * Vec3::X)),
    ];
    let channels: Vec<_> = tracks
        .into_iter()
        .map(|(i, track)| channel(nodes[i], 2, track))
        .collect();
    document.animation("Three blocks move", &channels);
    scene_of(&document)
}

#[test]
fn grains_stay_on_their_blocks() {
    let scene = scene();
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        let mut world = World::new(&scene, |settings| settings.solver = solver);
        for second in [0.5, 1.0] {
            world.run(30);
            for (p, position) in world.positions().iter().enumerate() {
                let grain = p / 4;
                let top = match grain {
                    LIFTED => 0.1 + 0.5 * second,
                    GROWING => 0.1 + 0.2 * second,
                    _ => 0.1,
                };
                let off = position[1] - top - 0.5 * THICKNESS;
                assert!(
                    off.abs() < 1e-3,
                    "{solver:?}, {second} s, grain {grain}: {position:?}"
                );
            }
        }
    }
}

/// A plank that turns on the spot sweeps what lies around it, although its middle stays where it is.
#[test]
fn a_plank_that_turns_pushes_all_around_it() {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0.0, 0.0, 0.0]));
    let mesh = document.mesh("Plank", [block(Vec3::new(2.0, 0.1, 0.1), 1)]);
    let keys = json!({"pliant_body": "kinematic"});
    let plank = document.add(Node::new("Plank").mesh(mesh).extras(keys));
    let mesh = document.mesh("Post", [block(Vec3::splat(0.1), 1)]);
    for i in 0..100 {
        let keys = json!({"pliant_body": "static"});
        let at = Vec3::new(0.2 * (i % 10) as f32, 2.0, 0.2 * (i / 10) as f32);
        document.add(
            Node::new(&format!("Post {i}"))
                .mesh(mesh)
                .at(at)
                .extras(keys),
        );
    }
    let mesh = document.mesh("Grain", [grid(2, 2, 0.02, 0.02)]);
    document.add(Node::new("Grain").mesh(mesh).at([0.0, 0.0, 0.8]).extras(json!({
        "pliant_body": "cloth", "pliant_thickness": THICKNESS, "pliant_self_collision": false,
    })));
    let turn = |angle: f32| Quat::from_rotation_y(angle);
    let track = Track::Rotation(vec![turn(0.0), turn(-2.0), turn(-3.0)]);
    document.animation("Plank turns", &[channel(plank, 3, track)]);
    let mut world = World::new(&scene_of(&document), |_| ());
    world.run(30);
    assert_eq!(world.body().velocity, [0.0; 3], "it was pushed too early");
    world.run(60);
    let speed = glam::DVec3::from(world.body().velocity).length();
    assert!(speed > 0.5, "it was pushed to {speed} m/s");
}
