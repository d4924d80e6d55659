//! Deformable bodies that meet each other and themselves. What has gone through what is counted on the host.

use glam::{DVec3, EulerRot, Quat, Vec3};
use pliant_scene::Solver;
use pliant_scenes::shapes::grid;
use pliant_scenes::{Document, Mode, Node, Primitive};
use pliant_tests::crossing::crossings;
use pliant_tests::momenta::momenta;
use pliant_tests::no_gpu;
use pliant_tests::world::{World, committed, scene_of};
use serde_json::{Value, json};

/// A square sheet, its normal turned from +Y.
fn sheet(
    document: &mut Document,
    name: &str,
    side: u32,
    size: f32,
    place: (Vec3, Quat),
    keys: Value,
) {
    let mesh = document.mesh(name, [grid(side, side, size, size)]);
    let plain = json!({"pliant_body": "cloth", "pliant_thickness": 0.01, "pliant_friction": 0});
    let node = Node::new(name).mesh(mesh).at(place.0).turned(place.1);
    document.add(node.extras(plain).extras(keys));
}

fn strand(document: &mut Document, name: &str, from: Vec3, to: Vec3, keys: Value) {
    let points = (0..=24).map(|i| from.lerp(to, i as f32 / 24.0)).collect();
    let mesh = document.mesh(name, [Primitive::new(Mode::LineStrip, points)]);
    let plain =
        json!({"pliant_body": "rope", "pliant_thickness": 0.02, "pliant_bend_compliance": 0.01});
    document.add(Node::new(name).mesh(mesh).extras(plain).extras(keys));
}

/// Edges through triangles, of all bodies.
fn crossed(world: &mut World) -> usize {
    let particles = world.particles().expect("a device");
    crossings(&particles.triangles, &[], &particles.positions).len()
}

#[test]
fn a_sheet_that_falls_on_a_sheet_at_20_m_s_does_not_go_through() {
    if !no_gpu() {
        sheet_on_sheet(40);
    }
}

#[test]
#[ignore = "takes minutes: tools/test --long runs it"]
fn a_sheet_that_falls_on_a_sheet_at_20_m_s_does_not_go_through_in_2_s() {
    if !no_gpu() {
        sheet_on_sheet(120);
    }
}

/// For so many frames.
fn sheet_on_sheet(frames: u32) {
    for (solver, iterations) in [(Solver::GaussSeidel, 1), (Solver::Jacobi, 4)] {
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
        let place = (
            Vec3::new(0.03, 0.3, 0.02),
            Quat::from_euler(EulerRot::YXZ, 0.4, 0.1, 0.05),
        );
        sheet(
            &mut document,
            "Above",
            13,
            0.5,
            place,
            json!({"pliant_velocity": [0, -20, 0]}),
        );
        let mut world = World::new(&scene_of(&document), |settings| {
            (settings.solver, settings.iterations) = (solver, iterations);
        });
        let corners = |world: &mut World| {
            let places = world.particles().expect("a device").positions;
            [0, 16, 16 * 17, 17 * 17 - 1].map(|corner| places[corner])
        };
        let pinned = corners(&mut world);
        let mut touched = 0;
        for frame in 1..=frames {
            world.run(1);
            touched += world.measure().contacts_by_kind.deformable;
            assert_eq!(crossed(&mut world), 0, "{solver:?}, frame {frame}");
        }
        assert_eq!(corners(&mut world), pinned, "{solver:?}: pins stay");
        assert!(touched > 100, "{touched} touches");
    }
}

#[test]
fn a_rope_lies_on_a_rope() {
    if no_gpu() {
        return;
    }
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
    for (solver, iterations) in [(Solver::GaussSeidel, 1), (Solver::Jacobi, 4)] {
        let mut world = World::new(&scene_of(&document), |settings| {
            (settings.solver, settings.iterations) = (solver, iterations);
        });
        for _ in 0..8 {
            world.run(15);
            let x = world.positions();
            assert_eq!(passes_above(&x[25..], &x[..25]), 1, "{solver:?}");
        }
    }
}

/// How often a curve goes over a strand along Z towards +X, less how often it goes back.
fn passes_above(curve: &[[f32; 3]], strand: &[[f32; 3]]) -> i32 {
    let from_strand = |p: &[f32; 3]| {
        let span = strand.windows(2).find(|s| s[1][2] >= p[2]);
        let [from, to] = span
            .map_or([strand[0]; 2], |s| [s[0], s[1]])
            .map(Vec3::from);
        let share = (p[2] - from.z) / (to.z - from.z).max(f32::EPSILON);
        Vec3::from(*p) - from.lerp(to, share)
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
fn bodies_that_meet_in_free_flight_keep_their_momentum() {
    if no_gpu() {
        return;
    }
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
    let place = (
        Vec3::new(0.11, 0.07, 0.04),
        Quat::from_euler(EulerRot::YXZ, 0.4, 0.1, 0.05),
    );
    let fast =
        json!({"pliant_velocity": [0.3, -2, 0.1], "pliant_friction": 0.5, "pliant_density": 0.05});
    sheet(&mut document, "Other", 11, 0.4, place, fast);
    strand(
        &mut document,
        "Strand",
        Vec3::new(-0.2, -0.04, 0.0),
        Vec3::new(0.2, -0.05, 0.1),
        json!({"pliant_velocity": [0, 1, 0]}),
    );
    let scene = scene_of(&document);
    for (solver, iterations) in [(Solver::GaussSeidel, 1), (Solver::Jacobi, 4)] {
        let mut world = World::new(&scene, |s| {
            s.solver = solver;
            s.iterations = iterations;
        });
        let before = momenta(&world.measure().bodies);
        let mut touched = 0;
        for _ in 0..10 {
            world.run(1);
            touched += world.measure().contacts_by_kind.deformable;
        }
        let after = momenta(&world.measure().bodies);
        let [gained, turned] = [0, 1].map(|i| after[i].distance(before[i]) / before[i].length());
        println!("{solver:?}: {touched} touches, momentum {gained}, angular momentum {turned}");
        assert!(touched > 100, "{touched} touches");
        assert!(gained < 1e-5);
        // A push across a plane that the parts slide along in the substep has a torque of the first order in its length.
        assert!(turned < 0.03);
    }
}

/// A sheet that falls on one that hangs by its corners, `at` somewhere, and one that falls `beside`, m: where the first two are
/// after a third of a second, seen from there.
fn fallen(at: Vec3, beside: f32) -> Vec<DVec3> {
    let mut document = Document::new();
    let held = json!({"pliant_pin": "corners"});
    sheet(&mut document, "Below", 13, 1.0, (at, Quat::IDENTITY), held);
    let turn = Quat::from_euler(EulerRot::YXZ, 0.4, 0.1, 0.05);
    let above = at + Vec3::new(0.03, 0.15, 0.02);
    let rubs = json!({"pliant_friction": 0.5});
    sheet(&mut document, "Above", 9, 0.5, (above, turn), rubs);
    let place = (at + beside * Vec3::X, Quat::IDENTITY);
    sheet(&mut document, "Beside", 5, 0.5, place, json!({}));
    let mut world = World::new(&scene_of(&document), |_| {});
    world.run(20);
    assert!(world.measure().contacts_by_kind.deformable > 10);
    assert_eq!(crossed(&mut world), 0);
    let particles = world.particles().expect("a device");
    let own = &particles.positions[..particles.first[2] as usize];
    own.iter()
        .map(|p| Vec3::from(*p).as_dvec3() - at.as_dvec3())
        .collect()
}

/// The farthest of two lists of places, m.
fn farthest(a: &[DVec3], b: &[DVec3]) -> f64 {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

#[test]
fn touches_are_the_same_far_away_and_with_a_body_that_left() {
    if no_gpu() {
        return;
    }
    let here = fallen(Vec3::ZERO, 5.0);
    // A place there is rounded to 4 µm, and cloth that slides doubles a difference some times.
    let far = farthest(&here, &fallen(Vec3::new(100.0, 0.0, -100.0), 5.0));
    println!("100 m away: {far} m");
    assert!(far < 1e-3, "{far} m");
    let left = farthest(&here, &fallen(Vec3::ZERO, 1e6));
    println!("with a body at 1e6 m: {left} m");
    assert!(left < 1e-4, "{left} m");
}

#[test]
fn layers_come_to_rest_and_do_not_cross() {
    if no_gpu() {
        return;
    }
    for (name, frames) in [("fold", 150), ("stack_of_cloths", 300)] {
        let mut world = World::new(&committed(name), |_| {});
        world.run(frames);
        assert_eq!(crossed(&mut world), 0, "{name}");
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
