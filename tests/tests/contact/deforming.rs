//! Colliders that deform by skins and morph targets carry, push and squeeze bodies.

use glam::{DVec3, Mat4, Quat, Vec3};
use pliant_scene::{Scene, Solver};
use pliant_scenes::shapes::{block, grid, sphere};
use pliant_scenes::{Document, Node, Primitive, Track};
use pliant_tests::characters::{channel, characters, movable, sheet};
use pliant_tests::world::{SOLVERS, World, scene_of};
use serde_json::json;

/// A slab of 1 m × 0.1 m × 1 m, whose top is at y = 0.
fn slab() -> Primitive {
    let mut slab = block(Vec3::new(1.0, 0.1, 1.0), 4);
    slab.positions.iter_mut().for_each(|x| x.y -= 0.05);
    slab
}

/// A patch of cloth on a slab that moves for a second, as a node or by a skin of one joint.
fn carried(track: Track, skinned: bool) -> Scene {
    let mut document = Document::new();
    let keys = json!({"pliant_friction": 2});
    let mover = movable(&mut document, slab(), keys, skinned);
    let mesh = document.mesh("Patch", [grid(3, 3, 0.04, 0.04)]);
    document.add(Node::new("Patch").at([0.3, 0.002, 0.0]).mesh(mesh).extras(json!({
        "pliant_body": "cloth", "pliant_thickness": 0.004, "pliant_friction": 2, "pliant_self_collision": false,
    })));
    document.animation("Slab moves", &[channel(mover, 2, track)]);
    scene_of(&document)
}

#[test]
fn a_skinned_mesh_carries_cloth_as_a_moving_one_does() {
    let turn = Quat::from_rotation_y(0.3);
    let moves = [
        Track::Translation(vec![Vec3::ZERO, Vec3::new(0.1, 0.0, 0.05)]),
        Track::Rotation(vec![Quat::IDENTITY, turn]),
        Track::Scale(vec![Vec3::ONE, Vec3::new(1.2, 1.0, 1.2)]),
    ];
    for track in moves {
        for solver in [Solver::GaussSeidel, Solver::Jacobi] {
            let [moved, skinned] = [false, true].map(|skinned| {
                let mut world = World::new(&carried(track.clone(), skinned), |s| s.solver = solver);
                world.run(60);
                world.positions()
            });
            for (a, b) in moved.iter().zip(&skinned) {
                let apart = (Vec3::from(*a) - Vec3::from(*b)).length();
                assert!(apart < 1e-3, "{track:?}, {solver:?}: {a:?} and {b:?}");
            }
        }
    }
}

/// A plate that a morph target lifts by 1 m in 1 s, and a grain of cloth 2 cm above it that bounces.
fn lifted(restitution: f32) -> Scene {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0.0, 0.0, 0.0]));
    let up = vec![Vec3::Y; slab().positions.len()];
    let mesh = document.mesh("Plate", [slab().target(up)]);
    let plate = document.add(Node::new("Plate").mesh(mesh).extras(json!({
        "pliant_body": "kinematic", "pliant_restitution": restitution
    })));
    let mesh = document.mesh("Grain", [grid(2, 2, 0.01, 0.01)]);
    document.add(Node::new("Grain").mesh(mesh).at([0.1, 0.02, 0.1]).extras(json!({
        "pliant_body": "cloth", "pliant_thickness": 0.002, "pliant_restitution": restitution, "pliant_self_collision": false,
    })));
    document.animation("Lift", &[channel(plate, 2, Track::Weights(vec![0.0, 1.0]))]);
    scene_of(&document)
}

#[test]
fn a_morph_target_pushes_with_its_velocity_and_restitution() {
    for solver in SOLVERS {
        // The plate comes at 1 m/s: the grain leaves with (1 + e) m/s.
        for (restitution, speed) in [(0.0, 1.0), (0.5, 1.5), (1.0, 2.0)] {
            let mut world = World::solved(&lifted(restitution), solver);
            world.run(30);
            let body = world.body();
            let off = DVec3::from(body.velocity) - DVec3::Y * speed;
            assert!(
                off.length() < 0.02,
                "{solver:?}: {:?} for {speed} m/s",
                body.velocity
            );
        }
    }
}

/// Two balls of one mesh that move into each other, with a sheet between them, and then apart.
fn squeezed() -> Scene {
    let mut document = Document::new();
    let ball = |x: f32, joint: u8| {
        let ball = sphere(0.3, 24, 16).translated([x, 0.0, 0.0]);
        let joints = vec![[(joint, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]; ball.positions.len()];
        ball.joints(joints)
    };
    let mesh = document.mesh("Body", [ball(-0.5, 0), ball(0.5, 1)]);
    let nodes = ["Left", "Right"].map(|name| document.add(Node::new(name)));
    let skin = document.skin("Skin", &nodes.map(|node| (node, Mat4::IDENTITY)));
    document.add(
        Node::new("Body")
            .mesh(mesh)
            .skin(skin)
            .extras(json!({"pliant_body": "kinematic"})),
    );
    let upright = grid(25, 25, 0.8, 0.8).upright();
    let turned = |p: &Vec3| Vec3::new(p.z, p.y, p.x);
    let mut upright = upright;
    upright.positions = upright.positions.iter().map(turned).collect();
    let mesh = document.mesh("Sheet", [upright]);
    document.add(Node::new("Sheet").mesh(mesh).extras(json!({
        "pliant_body": "cloth", "pliant_thickness": 0.01, "pliant_self_collision": false, "pliant_pin": "top",
    })));
    let path = |x: f32| [0.0, x, x, 0.0].map(|x| x * Vec3::X).to_vec();
    document.animation(
        "Squeeze",
        &[
            channel(nodes[0], 4, Track::Translation(path(0.35))),
            channel(nodes[1], 4, Track::Translation(path(-0.35))),
        ],
    );
    scene_of(&document)
}

#[test]
fn a_character_that_penetrates_itself_squeezes_cloth_gently() {
    for solver in SOLVERS {
        let mut world = World::solved(&squeezed(), solver);
        let mut enclosed = 0;
        for _ in 0..24 {
            world.run(10);
            let metrics = world.measure();
            enclosed += metrics.enclosed.expect("a collider deforms");
            let particles = world.particles().expect("a device");
            let speed = |v: &[f32; 3]| Vec3::from(*v).length();
            let fastest = particles.velocities.iter().map(speed).fold(0.0, f32::max);
            assert!(
                fastest < 10.0,
                "{solver:?}: {fastest} m/s at {} s",
                metrics.time
            );
        }
        assert!(enclosed > 0, "the overlap is reported");
        let end = world.measure().max_penetration.unwrap_or(0.0);
        assert!(end < 0.005, "{solver:?}: {end} m inside at the end");
    }
}

#[test]
fn a_bending_arm_holds_cloth_up() {
    for solver in SOLVERS {
        let mut world = World::solved(&characters(), solver);
        for _ in 0..12 {
            world.run(5);
            let metrics = world.measure();
            let deepest = metrics.max_penetration.unwrap_or(0.0);
            assert!(
                deepest < 0.005,
                "{solver:?}: {deepest} m at {} s",
                metrics.time
            );
        }
    }
}

#[test]
fn a_sheet_on_a_deforming_mesh_at_rest_stays() {
    let mut document = Document::new();
    let up = vec![Vec3::Y; slab().positions.len()];
    let mesh = document.mesh("Plate", [slab().target(up)]);
    document.add(
        Node::new("Plate")
            .mesh(mesh)
            .at([0.0, 0.5, 0.0])
            .extras(json!({"pliant_body": "static"})),
    );
    sheet(
        &mut document,
        "Sheet",
        (0.4, Vec3::new(0.0, 0.505, 0.0)),
        json!({}),
    );
    let mut world = World::new(&scene_of(&document), |_| {});
    world.run(60);
    for x in world.positions() {
        assert!((x[1] - 0.505).abs() < 1e-4, "{x:?}");
    }
}

#[test]
fn absurd_weights_end_without_a_panic() {
    for weight in [1e38, -3e38] {
        let mut document = Document::new();
        let up = vec![Vec3::Y * 10.0; slab().positions.len()];
        let mesh = document.mesh("Plate", [slab().target(up)]);
        let plate = document.add(
            Node::new("Plate")
                .mesh(mesh)
                .extras(json!({"pliant_body": "kinematic"})),
        );
        sheet(&mut document, "Sheet", (0.4, Vec3::Y * 0.01), json!({}));
        let track = Track::Weights(vec![0.0, weight]);
        document.animation("Burst", &[channel(plate, 2, track)]);
        let mut world = World::new(&scene_of(&document), |_| {});
        for _ in 0..5 {
            if let Err(error) = world.step() {
                assert!(
                    matches!(error, pliant_sim::Error::Diverged { .. }),
                    "{error}"
                );
                break;
            }
        }
    }
}

/// A cloth of four vertices that the joint `Joint` moves, with a `_PIN` on each and these keys.
fn worn(pin: f32, keys: serde_json::Value) -> Scene {
    let mut document = Document::new();
    let cloth = grid(2, 2, 0.2, 0.2);
    let joints = vec![[(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]; 4];
    let cloth = cloth.joints(joints).scalar("_PIN", vec![pin; 4]);
    let mesh = document.mesh("Cloth", [cloth]);
    let joint = document.add(Node::new("Joint"));
    let skin = document.skin("Skin", &[(joint, Mat4::IDENTITY)]);
    document.add(
        Node::new("Cloth")
            .mesh(mesh)
            .skin(skin)
            .at([5.0, 0.0, 0.0])
            .extras(json!({
                "pliant_body": "cloth", "pliant_mass": 0.4, "pliant_self_collision": false,
            }))
            .extras(keys),
    );
    let track = Track::Translation(vec![Vec3::Y, Vec3::new(0.3, 1.2, 0.1)]);
    document.animation("Joint moves", &[channel(joint, 2, track)]);
    scene_of(&document)
}

/// Mean position of all particles, m.
fn mean(positions: &[[f32; 3]]) -> Vec3 {
    let sum: Vec3 = positions.iter().copied().map(Vec3::from).sum();
    sum / positions.len() as f32
}

#[test]
fn pins_of_a_skinned_cloth_follow_its_skin() {
    for solver in SOLVERS {
        let mut world = World::solved(&worn(1.0, json!({})), solver);
        let start = mean(&world.positions());
        assert!((start - Vec3::Y).length() < 1e-6, "{start}");
        world.run(30);
        let half = mean(&world.positions());
        assert!(
            (half - Vec3::new(0.15, 1.1, 0.05)).length() < 1e-5,
            "{half}"
        );
    }
}

#[test]
fn pins_below_one_pull_with_the_compliance_over_the_pin() {
    for solver in SOLVERS {
        // Four springs of 0.01 m/N over 0.25 hold 0.4 kg: 0.4 · 9.81 · 0.04 / 4 m below their targets.
        let keys = json!({"pliant_attach_compliance": 0.01, "pliant_air_drag": 8});
        let mut world = World::solved(&worn(0.25, keys), solver);
        world.run(300);
        let off = mean(&world.positions()) - Vec3::new(0.3, 1.2, 0.1);
        let sunk = -0.4 * 9.81 * 0.01;
        assert!(
            (off - Vec3::Y * sunk).length() < 1e-3,
            "{solver:?}: {off}, not {sunk}"
        );
    }
}

#[test]
fn cloth_is_attached_to_the_nearest_point_or_a_vertex_of_a_deforming_mesh() {
    let mut document = Document::new();
    let plate = grid(2, 2, 1.0, 1.0);
    let up = vec![Vec3::Y; 4];
    let mesh = document.mesh("Plate", [plate.target(up)]);
    let plate = document.add(Node::new("Plate").mesh(mesh));
    let ends = [
        ("Near", "0=Plate", [0.15, 0.25]),
        ("Corner", "0=Plate:3", [0.55, 0.55]),
    ];
    for (name, to, [x, z]) in ends {
        let mesh = document.mesh(name, [grid(2, 2, 0.1, 0.1)]);
        document.add(
            Node::new(name)
                .mesh(mesh)
                .at([x, 0.0, z])
                .extras(json!({
                    "pliant_body": "cloth", "pliant_self_collision": false, "pliant_attach": [to], "pliant_air_drag": 4,
                })),
        );
    }
    document.animation("Lift", &[channel(plate, 2, Track::Weights(vec![0.0, 0.6]))]);
    let scene = scene_of(&document);
    for solver in SOLVERS {
        let mut world = World::solved(&scene, solver);
        world.run(120);
        let positions = world.positions();
        let near = Vec3::from(positions[0]) - Vec3::new(0.1, 0.6, 0.2);
        let corner = Vec3::from(positions[4]) - Vec3::new(0.5, 0.6, 0.5);
        assert!(near.length() < 1e-3, "{solver:?}: {near}");
        assert!(corner.length() < 1e-3, "{solver:?}: {corner}");
        let forces = &world.measure().bodies[0].attachments;
        assert_eq!(forces.len(), 1, "the force on the plate is reported");
    }
}
