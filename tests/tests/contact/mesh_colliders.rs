//! Mesh colliders: they carry bodies, open meshes have two sides, and hulls are closed.

use glam::{DVec3, Quat, Vec3};
use pliant_scene::{Scene, Solver};
use pliant_scenes::shapes::{block, grid, sphere};
use pliant_scenes::{Channel, Document, Interpolation, Mode, Node, Primitive, Track};
use pliant_tests::reference::within;
use pliant_tests::world::{World, scene_of};
use serde_json::json;

const SOLVERS: [Solver; 2] = [Solver::GaussSeidel, Solver::Jacobi];

/// Adds a patch of cloth of 4 cm, 4 mm thick.
fn patch(document: &mut Document, name: &str, at: Vec3) {
    let mesh = document.mesh(name, [grid(3, 3, 0.04, 0.04)]);
    document.add(Node::new(name).at(at).mesh(mesh).extras(json!({
        "pliant_body": "cloth", "pliant_thickness": 0.004, "pliant_friction": 2, "pliant_self_collision": false,
    })));
}

/// A patch that lies on a slab, off its origin, while the slab moves for a second.
fn carried(track: Track) -> Scene {
    let mut document = Document::new();
    let mut slab = block(Vec3::new(1.0, 0.1, 1.0), 4);
    slab.positions.iter_mut().for_each(|x| x.y -= 0.05);
    let mesh = document.mesh("Slab", [slab]);
    let keys = json!({"pliant_body": "kinematic", "pliant_friction": 2});
    let node = document.add(Node::new("Slab").mesh(mesh).extras(keys));
    patch(&mut document, "Patch", Vec3::new(0.3, 0.002, 0.0));
    let channel = Channel {
        node,
        times: vec![0.0, 1.0],
        interpolation: Interpolation::Linear,
        track,
    };
    document.animation("Slab moves", &[channel]);
    scene_of(&document)
}

#[test]
fn a_moving_mesh_carries_cloth() {
    let turn = Quat::from_rotation_y(0.3);
    let moves = [
        (
            Track::Translation(vec![Vec3::ZERO, Vec3::new(0.1, 0.0, 0.05)]),
            DVec3::new(0.4, 0.002, 0.05),
        ),
        (
            Track::Rotation(vec![Quat::IDENTITY, turn]),
            (turn * Vec3::new(0.3, 0.002, 0.0)).as_dvec3(),
        ),
        (
            Track::Scale(vec![Vec3::ONE, Vec3::new(1.2, 1.0, 1.2)]),
            DVec3::new(0.36, 0.002, 0.0),
        ),
    ];
    for (track, end) in moves {
        for solver in SOLVERS {
            let mut world = World::new(&carried(track.clone()), |s| s.solver = solver);
            world.run(60);
            let body = world.body();
            let off = DVec3::from(body.com).distance(end);
            within(&format!("{track:?} {solver:?}"), off, 0.0, 1e-3);
            within(
                "penetration",
                body.max_penetration.expect("a slab"),
                0.0,
                1e-6,
            );
        }
    }
}

#[test]
fn a_sheet_of_triangles_has_two_sides() {
    for upside_down in [0.0, std::f32::consts::PI] {
        let mut document = Document::new();
        let mesh = document.mesh("Floor", [grid(5, 5, 1.0, 1.0)]);
        let turn = Quat::from_rotation_x(upside_down);
        let floor = Node::new("Floor").mesh(mesh).rotated(turn);
        document.add(floor.extra("pliant_body", "static"));
        patch(&mut document, "Patch", Vec3::new(0.1, 0.1, 0.07));
        let mut world = World::new(&scene_of(&document), |_| {});
        world.run(60);
        within("height", world.body().com[1], 0.002 - 1e-5, 0.002 + 1e-5);
    }
}

#[test]
fn cloth_deep_inside_is_moved_to_the_surface() {
    let mut document = Document::new();
    let mesh = document.mesh("Block", [block(Vec3::new(1.0, 0.4, 1.0), 8)]);
    let node = Node::new("Block").mesh(mesh).at([0.0, -0.2, 0.0]);
    document.add(node.extra("pliant_body", "static"));
    patch(&mut document, "Patch", Vec3::new(0.07, -0.1, 0.03));
    let mut world = World::new(&scene_of(&document), |_| {});
    world.run(1);
    within("height", world.body().com[1], 0.002 - 1e-5, 0.002 + 1e-5);
    within(
        "speed",
        DVec3::from(world.body().velocity).length(),
        0.0,
        1e-2,
    );
}

#[test]
fn a_collider_can_have_a_million_triangles() {
    let mut document = Document::new();
    let mesh = document.mesh("Ball", [sphere(0.5, 1000, 500)]);
    let ball = Node::new("Ball").mesh(mesh);
    document.add(ball.extra("pliant_body", "static"));
    patch(&mut document, "Patch", Vec3::new(0.0, 0.504, 0.0));
    let scene = scene_of(&document);
    let collision_mesh = &scene.collision_meshes[0];
    assert!(collision_mesh.closed && collision_mesh.triangles.len() == 998_000);
    let mut world = World::new(&scene, |_| {});
    world.run(5);
    let body = world.body();
    within(
        "penetration",
        body.max_penetration.expect("a ball"),
        0.0,
        1e-6,
    );
    within("height", body.aabb[1][1], 0.5019, 0.503);
}

/// A valley 0.3 m deep and 1 m wide, of four triangles.
fn valley() -> Primitive {
    let ridge = |x: f32, y: f32| [Vec3::new(x, y, -0.5), Vec3::new(x, y, 0.5)];
    let positions = [ridge(-0.5, 0.3), ridge(0.0, 0.0), ridge(0.5, 0.3)].concat();
    let mut valley = Primitive::new(Mode::Triangles, positions);
    valley.indices = vec![0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4];
    valley
}

#[test]
fn a_hull_closes_a_valley() {
    for (word, low, high) in [("mesh", 0.0, 0.03), ("hull", 0.3019, 0.3021)] {
        let mut document = Document::new();
        let mesh = document.mesh("Valley", [valley()]);
        let keys = json!({"pliant_body": "static", "pliant_collider": word});
        document.add(Node::new("Valley").mesh(mesh).extras(keys));
        patch(&mut document, "Patch", Vec3::new(0.0, 0.35, 0.0));
        let mut world = World::new(&scene_of(&document), |_| {});
        world.run(90);
        within(word, world.body().com[1], low, high);
    }
}
