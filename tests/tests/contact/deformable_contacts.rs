//! Contacts of deformable bodies with each other and themselves. Intersections are counted on the host.

use glam::{DVec3, EulerRot, Quat, Vec3};
use pliant_scenes::shapes::grid;
use pliant_scenes::{Document, Mode, Node, Primitive};
use pliant_tests::momenta::relative_changes;
use pliant_tests::world::{SOLVERS, World, committed, scene_of};
use serde_json::{Value, json};

/// Adds a square sheet; without a rotation its normal is +Y.
fn sheet(
    document: &mut Document,
    name: &str,
    side: u32,
    size: f32,
    (at, turn): (Vec3, Quat),
    keys: Value,
) {
    let mesh = document.mesh(name, [grid(side, side, size, size)]);
    let plain = json!({"pliant_body": "cloth", "pliant_thickness": 0.01, "pliant_friction": 0});
    let node = Node::new(name).mesh(mesh).at(at).rotated(turn);
    document.add(node.extras(plain).extras(keys));
}

fn strand(document: &mut Document, name: &str, from: Vec3, to: Vec3, keys: Value) {
    let points = (0..=24).map(|i| from.lerp(to, i as f32 / 24.0)).collect();
    let mesh = document.mesh(name, [Primitive::new(Mode::LineStrip, points)]);
    let plain =
        json!({"pliant_body": "rope", "pliant_thickness": 0.02, "pliant_bend_compliance": 0.01});
    document.add(Node::new(name).mesh(mesh).extras(plain).extras(keys));
}

#[test]
fn a_sheet_at_20_m_s_does_not_pass_through_a_sheet() {
    sheet_on_sheet(40);
}

#[test]
#[ignore = "takes minutes: tools/test --long runs it"]
fn a_sheet_at_20_m_s_does_not_pass_through_a_sheet_in_2_s() {
    sheet_on_sheet(120);
}

/// A fast sheet falls on a pinned one; no frame has an intersection.
fn sheet_on_sheet(frames: u32) {
    for solver in SOLVERS {
        let mut document = Document::new();
        let held = json!({"pliant_pin": "corners"});
        sheet(
            &mut document,
            "Below",
            17,
            1.0,
            (Vec3::ZERO, Quat::IDENTITY),
            held,
        );
        let pose = (
            Vec3::new(0.03, 0.3, 0.02),
            Quat::from_euler(EulerRot::YXZ, 0.4, 0.1, 0.05),
        );
        sheet(
            &mut document,
            "Above",
            13,
            0.5,
            pose,
            json!({"pliant_velocity": [0, -20, 0]}),
        );
        let mut world = World::solved(&scene_of(&document), solver);
        let corners = |world: &mut World| {
            let positions = world.positions();
            [0, 16, 16 * 17, 17 * 17 - 1].map(|corner| positions[corner])
        };
        let pinned = corners(&mut world);
        let mut contacts = 0;
        for frame in 1..=frames {
            world.run(1);
            contacts += world.measure().contacts_by_kind.deformable;
            assert_eq!(world.host_intersections(), 0, "{solver:?}, frame {frame}");
        }
        assert_eq!(
            corners(&mut world),
            pinned,
            "{solver:?}: pinned corners moved"
        );
        assert!(contacts > 100, "{contacts} contacts");
    }
}

#[test]
fn a_rope_lies_on_a_rope() {
    let mut document = Document::new();
    let along = Vec3::new(0.0, 0.0, 0.5);
    strand(
        &mut document,
        "Below",
        -along,
        along,
        json!({"pliant_pin": [0, 24]}),
    );
    let across = Vec3::new(0.5, 0.0, 0.03);
    let lift = Vec3::new(0.0, 0.1, 0.0);
    let falling = json!({"pliant_velocity": [0, -5, 0], "pliant_friction": 1});
    strand(
        &mut document,
        "Above",
        lift - across,
        lift + across,
        falling,
    );
    for solver in SOLVERS {
        let mut world = World::solved(&scene_of(&document), solver);
        for _ in 0..8 {
            world.run(15);
            let x = world.positions();
            assert_eq!(passes_above(&x[25..], &x[..25]), 1, "{solver:?}");
        }
    }
}

/// How often a curve passes above a strand along Z towards +X, minus how often it passes back.
fn passes_above(curve: &[[f32; 3]], strand: &[[f32; 3]]) -> i32 {
    let from_strand = |p: &[f32; 3]| {
        let span = strand.windows(2).find(|s| s[1][2] >= p[2]);
        let [from, to] = span
            .map_or([strand[0]; 2], |s| [s[0], s[1]])
            .map(Vec3::from);
        let fraction = (p[2] - from.z) / (to.z - from.z).max(f32::EPSILON);
        Vec3::from(*p) - from.lerp(to, fraction)
    };
    let pass = |w: &[[f32; 3]]| {
        let [a, b] = [from_strand(&w[0]), from_strand(&w[1])];
        if (a.x <= 0.0) == (b.x <= 0.0) {
            return 0;
        }
        let over = a.lerp(b, a.x / (a.x - b.x)).y > 0.0;
        i32::from(over) * if b.x > 0.0 { 1 } else { -1 }
    };
    curve.windows(2).map(pass).sum()
}

#[test]
fn contacts_in_free_flight_conserve_momentum() {
    let mut document = Document::new();
    document.extra("pliant_gravity", json!([0, 0, 0]));
    sheet(
        &mut document,
        "One",
        13,
        0.5,
        (Vec3::ZERO, Quat::IDENTITY),
        json!({"pliant_friction": 0.5}),
    );
    let pose = (
        Vec3::new(0.11, 0.07, 0.04),
        Quat::from_euler(EulerRot::YXZ, 0.4, 0.1, 0.05),
    );
    let fast =
        json!({"pliant_velocity": [0.3, -2, 0.1], "pliant_friction": 0.5, "pliant_density": 0.05});
    sheet(&mut document, "Other", 11, 0.4, pose, fast);
    strand(
        &mut document,
        "Strand",
        Vec3::new(-0.2, -0.04, 0.0),
        Vec3::new(0.2, -0.05, 0.1),
        json!({"pliant_velocity": [0, 1, 0]}),
    );
    let scene = scene_of(&document);
    for solver in SOLVERS {
        let mut world = World::solved(&scene, solver);
        let before = world.measure().bodies;
        let mut contacts = 0;
        for _ in 0..10 {
            world.run(1);
            contacts += world.measure().contacts_by_kind.deformable;
        }
        let [linear, angular] = relative_changes(&before, &world.measure().bodies);
        println!("{solver:?}: {contacts} contacts, momentum {linear}, angular momentum {angular}");
        assert!(contacts > 100, "{contacts} contacts");
        assert!(linear < 1e-5);
        // Contact features slide along their plane within a substep, which gives a torque of first order in the substep.
        assert!(angular < 0.03);
    }
}

/// A sheet falls on one that hangs by its corners, at the position `at`, and a third one falls `beside` m away. Returns the
/// positions of the first two after a third of a second, relative to `at`.
fn fallen(at: Vec3, beside: f32) -> Vec<DVec3> {
    let mut document = Document::new();
    let held = json!({"pliant_pin": "corners"});
    sheet(&mut document, "Below", 13, 1.0, (at, Quat::IDENTITY), held);
    let turn = Quat::from_euler(EulerRot::YXZ, 0.4, 0.1, 0.05);
    let above = at + Vec3::new(0.03, 0.15, 0.02);
    let rough = json!({"pliant_friction": 0.5});
    sheet(&mut document, "Above", 9, 0.5, (above, turn), rough);
    let pose = (at + beside * Vec3::X, Quat::IDENTITY);
    sheet(&mut document, "Beside", 5, 0.5, pose, json!({}));
    let mut world = World::new(&scene_of(&document), |_| {});
    world.run(20);
    assert!(world.measure().contacts_by_kind.deformable > 10);
    assert_eq!(world.host_intersections(), 0);
    let particles = world.particles().expect("a device");
    let own = &particles.positions[..particles.first[2] as usize];
    own.iter()
        .map(|p| Vec3::from(*p).as_dvec3() - at.as_dvec3())
        .collect()
}

/// The largest distance between the positions of two lists, m.
fn farthest(a: &[DVec3], b: &[DVec3]) -> f64 {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

#[test]
fn contacts_are_the_same_far_from_the_origin_and_with_a_distant_body() {
    let here = fallen(Vec3::ZERO, 5.0);
    // Positions there are rounded to 4 µm, and sliding cloth amplifies a difference.
    let far = farthest(&here, &fallen(Vec3::new(100.0, 0.0, -100.0), 5.0));
    println!("100 m away: {far} m");
    assert!(far < 1e-3, "{far} m");
    let distant = farthest(&here, &fallen(Vec3::ZERO, 1e6));
    println!("with a body at 1e6 m: {distant} m");
    assert!(distant < 1e-4, "{distant} m");
}

/// On Vulkan, since layers of `fold` may hum: contacts alternate between frames. Whether they do depends on rounding. On the CPU the
/// mean speed after 200 frames is 1e-5 to 2e-3 m/s where gravity differs in its fifth digit.
#[test]
fn layers_come_to_rest_without_intersections() {
    for (name, frames) in [("fold", 150), ("stack_of_cloths", 300)] {
        let mut world = World::on_vulkan(&committed(name), |_| {}, |_| {});
        world.run(frames);
        assert_eq!(world.host_intersections(), 0, "{name}");
        let velocities = world.particles().expect("a device").velocities;
        let sum: f32 = velocities.iter().map(|v| Vec3::from(*v).length()).sum();
        let mean = sum / velocities.len() as f32;
        println!("{name}: mean speed {mean} m/s");
        assert!(mean < 1e-3, "{name}: {mean} m/s");
        let bodies = world.measure().bodies;
        assert!(
            bodies.windows(2).all(|b| b[0].com[1] < b[1].com[1]),
            "{name}"
        );
    }
}
