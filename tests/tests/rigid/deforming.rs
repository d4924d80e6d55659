//! Rigid bodies on colliders that deform by skins and morph targets: these carry, lift, kick and squeeze them.

use glam::{DVec3, Quat, Vec3};
use pliant_scene::Scene;
use pliant_scenes::shapes::{block, sphere};
use pliant_scenes::{Document, Node, Primitive, Track};
use pliant_tests::characters::{arm, channel, joints, movable};
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

/// Radius of the ball that rolls, m.
const BALL: f32 = 0.1;

/// A slab of 2 m × 0.2 m × 2 m, whose top is at y = 0.
fn slab() -> Primitive {
    let mut slab = block(Vec3::new(2.0, 0.2, 2.0), 4);
    slab.positions.iter_mut().for_each(|x| x.y -= 0.1);
    slab
}

/// Adds a rigid body with these keys in addition.
fn body(document: &mut Document, name: &str, (shape, at): (Primitive, Vec3), keys: Value) -> usize {
    let mesh = document.mesh(name, [shape]);
    let rigid = json!({"pliant_body": "rigid", "pliant_friction": 0.8, "pliant_restitution": 0});
    document.add(Node::new(name).mesh(mesh).at(at).extras(rigid).extras(keys))
}

/// A box and a ball on a slab that moves for a second, as a node or by a skin of one joint.
fn carried(track: Track, skinned: bool) -> Scene {
    let mut document = Document::new();
    let keys = json!({"pliant_friction": 0.8});
    let mover = movable(&mut document, slab(), keys, skinned);
    let at = Vec3::new(0.3, 0.1, 0.1);
    body(
        &mut document,
        "Box",
        (block(Vec3::splat(0.2), 1), at),
        json!({}),
    );
    let at = Vec3::new(-0.3, 0.1, 0.2);
    body(
        &mut document,
        "Ball",
        (sphere(BALL, 16, 12), at),
        json!({"pliant_collider": "sphere"}),
    );
    document.animation("Slab moves", &[channel(mover, 2, track)]);
    scene_of(&document)
}

/// Largest distance between the bodies, m, and between their axes, after a second on the slab as a node and on the skinned slab.
fn difference(track: &Track, substeps: u32, iterations: u32) -> [f32; 2] {
    let [moved, skinned] = [false, true].map(|skinned| {
        let mut world = World::new(&carried(track.clone(), skinned), |s| {
            (s.substeps, s.iterations) = (substeps, iterations);
        });
        world.run(60);
        world.poses()
    });
    let bodies = moved.iter().rev().zip(skinned.iter().rev()).take(2);
    bodies.fold([0.0_f32; 2], |[apart, turned], (a, b)| {
        let axes = a.x_axis.distance(b.x_axis);
        [apart.max(a.w_axis.distance(b.w_axis)), turned.max(axes)]
    })
}

#[test]
fn a_skinned_mesh_carries_bodies_as_a_moving_one_does() {
    let moves = [
        Track::Translation(vec![Vec3::ZERO, Vec3::new(0.2, 0.0, 0.1)]),
        Track::Translation(vec![Vec3::ZERO, Vec3::new(0.0, 0.5, 0.0)]),
        Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_y(0.5)]),
    ];
    for track in moves {
        for [substeps, iterations] in [[20, 1], [5, 4]] {
            let [apart, turned] = difference(&track, substeps, iterations);
            assert!(apart < 1e-3, "{track:?}, {substeps}: {apart} m");
            assert!(turned < 2e-3, "{track:?}, {substeps}: {turned}");
        }
    }
}

#[test]
fn a_skinned_mesh_tilts_as_a_moving_one_does() {
    let tilt = 0.2;
    let track = Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_z(tilt)]);
    for [substeps, iterations] in [[20, 1], [5, 4]] {
        // One slab has the normal of the substep's start, the other that of its end. A ball rolls down a slope with 5/7 of the
        // acceleration of one that slides, so in a second the difference is this much.
        let normals = tilt / (60 * substeps) as f32;
        let expected = 0.5 * (5.0 / 7.0) * 9.81 * normals;
        let [apart, turned] = difference(&track, substeps, iterations);
        let ratio = apart / expected;
        assert!(
            (0.75..1.25).contains(&ratio),
            "{substeps}: {apart} m beside {expected}"
        );
        let ratio = turned / (expected / BALL);
        assert!(
            (0.75..1.25).contains(&ratio),
            "{substeps}: {turned} beside {expected}"
        );
    }
}

/// A plate that a morph target lifts at 1 m/s, and a box on it.
fn lifted(restitution: f32) -> Scene {
    let mut document = Document::new();
    let up = vec![Vec3::Y; slab().positions.len()];
    let mesh = document.mesh("Plate", [slab().target(up)]);
    let plate = document.add(Node::new("Plate").mesh(mesh).extras(json!({
        "pliant_body": "kinematic", "pliant_restitution": restitution
    })));
    document.extra("pliant_gravity", json!([0.0, 0.0, 0.0]));
    let keys = json!({"pliant_restitution": restitution});
    body(
        &mut document,
        "Box",
        (block(Vec3::splat(0.2), 1), Vec3::new(0.1, 0.15, 0.1)),
        keys,
    );
    document.animation("Lift", &[channel(plate, 2, Track::Weights(vec![0.0, 1.0]))]);
    scene_of(&document)
}

#[test]
fn a_morph_target_pushes_a_body_at_its_own_speed() {
    for restitution in [0.0, 0.5] {
        let mut world = World::new(&lifted(restitution), |_| ());
        world.run(30);
        let velocity = DVec3::from(world.body().velocity);
        let off = (velocity - DVec3::Y * f64::from(1.0 + restitution)).length();
        assert!(off < 0.01, "restitution {restitution}: {velocity} m/s");
    }
}

/// An arm that bends by this angle within a second, without gravity, and balls beside it.
fn bent(angle: f32, balls: &[Vec3]) -> Scene {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0.0, 0.0, 0.0]));
    let (skin, [_, upper]) = joints(&mut document);
    let mesh = document.mesh("Arm", [arm()]);
    let keys = json!({"pliant_body": "kinematic", "pliant_friction": 0.3, "pliant_restitution": 0});
    document.add(Node::new("Arm").mesh(mesh).skin(skin).extras(keys));
    for at in balls {
        let keys = json!({"pliant_collider": "sphere", "pliant_mass": 0.1});
        body(&mut document, "Ball", (sphere(0.05, 12, 8), *at), keys);
    }
    let bend = Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_z(angle)]);
    document.animation("Bend", &[channel(upper, 2, bend)]);
    scene_of(&document)
}

#[test]
fn an_arm_kicks_a_ball() {
    let at = Vec3::new(0.25, 0.3, 0.0);
    let mut world = World::new(&bent(-1.5, &[at]), |_| ());
    world.run(90);
    // The upper half turns about the origin at 1.5 rad/s.
    let own = f64::from(1.5 * at.length());
    let velocity = DVec3::from(world.body().velocity);
    assert!(velocity.x > 0.0 && velocity.y < 0.0, "{velocity} m/s");
    let ratio = velocity.length() / own;
    assert!((0.8..1.25).contains(&ratio), "{velocity} m/s beside {own}");
}

#[test]
fn an_arm_that_folds_squeezes_balls_gently() {
    let balls = [0.0, 0.06, -0.06].map(|z| Vec3::new(0.22, 0.0, 2.0 * z));
    for [substeps, iterations] in [[20, 1], [5, 4]] {
        let mut world = World::new(&bent(-2.8, &balls), |s| {
            (s.substeps, s.iterations) = (substeps, iterations);
        });
        let (mut fastest, mut deepest) = (0.0_f64, 0.0_f64);
        for _ in 0..90 {
            world.run(1);
            let metrics = world.measure();
            let bodies = metrics.bodies.iter();
            let speeds = bodies.map(|body| DVec3::from(body.velocity).length());
            fastest = speeds.fold(fastest, f64::max);
            deepest = deepest.max(metrics.max_penetration.unwrap_or(0.0));
        }
        // The tip of the arm moves at 0.84 m/s. Balls that a closing wedge throws out are faster.
        assert!((0.1..4.0).contains(&fastest), "{fastest} m/s");
        assert!(deepest < 1e-3, "{deepest} m");
    }
}

#[test]
fn a_body_sleeps_on_a_mesh_until_it_moves() {
    let mut document = Document::new();
    let up = vec![Vec3::Y; slab().positions.len()];
    let mesh = document.mesh("Plate", [slab().target(up)]);
    let plate = Node::new("Plate")
        .mesh(mesh)
        .extras(json!({"pliant_body": "kinematic"}));
    let plate = document.add(plate);
    let shape = || block(Vec3::splat(0.2), 1);
    body(
        &mut document,
        "Box",
        (shape(), Vec3::new(0.1, 0.1, 0.1)),
        json!({}),
    );
    let weights = Track::Weights(vec![0.0, 0.0, 0.0, 1.0, 1.0]);
    document.animation("Lift", &[channel(plate, 5, weights)]);
    let mut world = World::new(&scene_of(&document), |settings| settings.repeat = false);
    let height = |world: &mut World| world.body().com[1];
    world.run(110);
    assert_eq!(
        world.measure().sleeping,
        Some(1),
        "at rest on a mesh that does not move"
    );
    world.run(40);
    assert_eq!(world.measure().sleeping, Some(0), "the mesh moves");
    assert!(
        (height(&mut world) - 0.6).abs() < 2e-3,
        "carried to {}",
        height(&mut world)
    );
    world.run(120);
    assert!(
        (height(&mut world) - 1.1).abs() < 2e-3,
        "carried to {}",
        height(&mut world)
    );
    assert_eq!(world.measure().sleeping, Some(1), "at rest again");
}
