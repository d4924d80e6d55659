//! No particle passes through a collider, at any speed of either.

use glam::{DVec3, Quat};
use pliant_scene::{Overrides, Scene, Solver, Source, load};
use pliant_scenes::{Channel, Document, Interpolation, Node, Shape, Track, shapes};
use pliant_sim::Settings;
use pliant_tests::reference::within;
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

/// Substeps per second; each is its own frame, so that every substep is checked.
const RATE: f64 = 1200.0;
const SPEEDS: [f64; 5] = [1.0, 3.0, 10.0, 30.0, 100.0];
/// Heights between which colliders move up, past sheets of 1 m at height 0, m.
const TRAVEL: [f64; 2] = [-0.4, 0.25];
/// Distance between sheets, m.
const PITCH: f64 = 3.0;
const SIDE: u32 = 13;

/// A collider that hits a sheet. Scenes and the distances on the host use the same size.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Ram {
    Ball,
    Block,
    Capsule,
}

const RAMS: [Ram; 3] = [Ram::Ball, Ram::Block, Ram::Capsule];
const RADIUS: f64 = 0.15;
const HALF: DVec3 = DVec3::new(0.2, 0.06, 0.1);
const HALF_LENGTH: f64 = 0.2;

impl Ram {
    fn shape(self) -> Shape {
        match self {
            Self::Ball => Shape::Sphere {
                radius: RADIUS as f32,
            },
            Self::Block => Shape::Box {
                size: 2.0 * HALF.as_vec3(),
            },
            Self::Capsule => Shape::capsule(2.0 * HALF_LENGTH as f32, RADIUS as f32),
        }
    }

    /// Capsules lie along X.
    fn rotation(self) -> Quat {
        match self {
            Self::Ball | Self::Block => Quat::IDENTITY,
            Self::Capsule => Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
        }
    }

    /// Signed distance of a point in the frame of the collider, m.
    fn distance(self, p: DVec3) -> f64 {
        match self {
            Self::Ball => p.length() - RADIUS,
            Self::Capsule => {
                (p - p.x.clamp(-HALF_LENGTH, HALF_LENGTH) * DVec3::X).length() - RADIUS
            }
            Self::Block => {
                let q = p.abs() - HALF;
                q.max(DVec3::ZERO).length() + q.max_element().min(0.0)
            }
        }
    }

    /// The largest penetration of a straight path, m. Signed distance to a convex shape is convex along the path.
    fn deepest(self, from: DVec3, to: DVec3) -> f64 {
        let end = self.distance(to);
        if end > from.distance(to) {
            return -end;
        }
        let at = |t: f64| self.distance(from.lerp(to, t));
        let [mut low, mut high] = [0.0, 1.0];
        for _ in 0..60 {
            let [a, b] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
            if at(a) < at(b) {
                high = b;
            } else {
                low = a;
            }
        }
        -at(low)
    }
}

/// Every ram at every speed, each with its own sheet.
fn cases() -> Vec<(Ram, f64, DVec3)> {
    let row = |(i, ram): (usize, Ram)| {
        let at = move |j: usize| DVec3::new(PITCH * j as f64, 0.0, PITCH * i as f64);
        SPEEDS
            .iter()
            .enumerate()
            .map(move |(j, speed)| (ram, *speed, at(j)))
    };
    RAMS.into_iter().enumerate().flat_map(row).collect()
}

fn sheets(keys: &Value) -> Scene {
    let mut document = Document::new();
    let mesh = document.mesh("Sheet", [shapes::grid(SIDE, SIDE, 1.0, 1.0)]);
    let mut channels = Vec::new();
    for (ram, speed, at) in cases() {
        let plain = json!({
            "pliant_body": "cloth", "pliant_links": "grid", "pliant_bend_model": "none", "pliant_thickness": 0,
            "pliant_stretch_compliance": 1e-5, "pliant_shear_compliance": 1e-4, "pliant_self_collision": false,
        });
        let node = Node::new("Sheet").at(at.as_vec3().to_array()).mesh(mesh);
        document.add(node.extras(plain).extras(keys.clone()));
        let shape = document.shape(ram.shape());
        let [start, end] = TRAVEL.map(|y| (at + y * DVec3::Y).as_vec3());
        let node = Node::new(&format!("{ram:?} at {speed} m per s"));
        let node = document.add(
            node.at(start.to_array())
                .rotated(ram.rotation())
                .collider(shape, None)
                .kinematic(),
        );
        channels.push(Channel {
            node,
            times: vec![0.0, ((TRAVEL[1] - TRAVEL[0]) / speed) as f32],
            interpolation: Interpolation::Linear,
            track: Track::Translation(vec![start, end]),
        });
    }
    document.animation("Rams go up", &channels);
    scene_of(&document)
}

fn ram_position(at: DVec3, speed: f64, time: f64) -> DVec3 {
    at + (TRAVEL[0] + speed * time).min(TRAVEL[1]) * DVec3::Y
}

/// Checks on the host that no particle is inside a ram, and that no path between substeps passes through one. Paths are in the
/// frame of the ram, and 1 % of their length is tolerated: the chord of a path around a ball passes through that much.
fn assert_no_tunnelling(keys: &Value, solver: Solver, seconds: f64) {
    let mut world = World::new(&sheets(keys), |settings: &mut Settings| {
        (settings.fps, settings.substeps, settings.iterations) = (RATE, 1, 1);
        settings.solver = solver;
    });
    let many = (SIDE * SIDE) as usize;
    let mut before = world.positions();
    let mut deepest = vec![[f64::MIN; 2]; cases().len()];
    for frame in 1..=(seconds * RATE) as u32 {
        world.run(1);
        let now = world.positions();
        let time = f64::from(frame) / RATE;
        for (case, (ram, speed, at)) in cases().into_iter().enumerate() {
            let [from, to] = [time - 1.0 / RATE, time].map(|t| ram_position(at, speed, t));
            for i in case * many..(case + 1) * many {
                let relative = |x: &[[f32; 3]], c: DVec3| DVec3::from(x[i].map(f64::from)) - c;
                let (from, to) = (relative(&before, from), relative(&now, to));
                let depths = [
                    -ram.distance(to),
                    ram.deepest(from, to) - 0.01 * from.distance(to),
                ];
                deepest[case] = [0, 1].map(|k| deepest[case][k].max(depths[k]));
            }
        }
        before = now;
    }
    for ((ram, speed, _), depths) in cases().into_iter().zip(deepest) {
        let case = format!("{ram:?}, {speed} m/s, {solver:?}");
        within(&case, depths[0], -1.0, 1e-5);
        within(&format!("{case}, between substeps"), depths[1], -1.0, 1e-5);
    }
}

#[test]
fn a_fast_collider_does_not_pass_through_a_pinned_sheet() {
    let pinned = json!({ "pliant_pin": "corners" });
    assert_no_tunnelling(&pinned, Solver::GaussSeidel, 2.0);
    assert_no_tunnelling(&pinned, Solver::Jacobi, 0.7);
}

#[test]
fn a_fast_collider_does_not_pass_through_a_free_sheet() {
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        assert_no_tunnelling(&json!({ "pliant_friction": 0.5 }), solver, 0.7);
    }
}

/// Sheets tumble on after the hit, and fall past the rams.
#[test]
#[ignore = "takes minutes: tools/test --long runs it"]
fn fast_colliders_do_not_pass_through_sheets_for_2_s() {
    assert_no_tunnelling(&json!({ "pliant_pin": "corners" }), Solver::Jacobi, 2.0);
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        assert_no_tunnelling(&json!({ "pliant_friction": 0.5 }), solver, 2.0);
    }
}

/// The lowest height after a second of a small sheet that is shot downwards at a plate, m.
fn lowest_of_shot(plate: &Value, speed: f64, solver: Solver) -> f64 {
    let mut document = Document::new();
    let shape = document.shape(Shape::Plane);
    let turn = Quat::from_rotation_y(0.3);
    document.add(Node::new("Plate").rotated(turn).collider(shape, None));
    let mesh = document.mesh("Sheet", [shapes::grid(3, 3, 0.1, 0.1)]);
    let node = Node::new("Shot").at([0.03, 1.0, 0.02]).mesh(mesh);
    document.add(node.extras(json!({
        "pliant_body": "cloth", "pliant_velocity": [0, -speed, 0], "pliant_thickness": 0.001, "pliant_self_collision": false,
    })));
    let mut value = document.to_value();
    value["extensions"]["KHR_implicit_shapes"]["shapes"][0] = plate.clone();
    let bytes = Source::Bytes(value.to_string().into_bytes());
    let scene = load(&bytes, &Overrides::default()).expect("a plate is valid");
    let mut world = World::new(&scene, |settings| settings.solver = solver);
    world.run(60);
    world.body().aabb[0][1]
}

#[test]
fn a_thin_plate_stops_a_shot() {
    let plates = [
        json!({ "type": "box", "box": { "size": [1, 0.001, 1] } }),
        json!({ "type": "plane", "plane": { "sizeX": 1, "sizeZ": 1, "doubleSided": true } }),
        json!({ "type": "cylinder", "cylinder": { "height": 0.001, "radiusBottom": 0.5, "radiusTop": 0.5 } }),
    ];
    for plate in plates {
        for solver in [Solver::GaussSeidel, Solver::Jacobi] {
            let lowest = lowest_of_shot(&plate, 100.0, solver);
            within(&format!("{plate}, {solver:?}"), lowest, 0.0, 0.002);
        }
    }
}

/// The speed along a floor, m/s, of a sheet after its impact; `along` and `down` are its speeds before, m/s, `height` is in m.
fn speed_after_impact(along: f64, down: f64, height: f64, solver: Solver) -> f64 {
    let mut document = Document::new();
    let shape = document.shape(Shape::Plane);
    let rough = document.physics_material(0.4, 0.4, 0.0);
    document.add(Node::new("Floor").collider(shape, Some(rough)));
    let mesh = document.mesh("Sheet", [shapes::grid(3, 3, 0.1, 0.1)]);
    let node = Node::new("Shot").at([0.0, height as f32, 0.0]).mesh(mesh);
    document.add(node.extras(json!({
        "pliant_body": "cloth", "pliant_velocity": [along, -down, 0], "pliant_thickness": 0.001, "pliant_friction": 0.4,
        "pliant_self_collision": false,
    })));
    let mut world = World::new(&scene_of(&document), |settings| {
        settings.solver = solver;
        settings.gravity = DVec3::ZERO;
    });
    world.run(2);
    world.body().velocity[0]
}

#[test]
fn friction_of_an_impact_is_proportional_to_its_normal_impulse() {
    for solver in [Solver::GaussSeidel, Solver::Jacobi] {
        // Impacts at different times within a substep.
        for height in [0.05, 0.0517, 0.0533, 0.055] {
            let speed = speed_after_impact(10.0, 10.0, height, solver);
            within(&format!("{height} m, {solver:?}"), speed, 5.99, 6.01);
        }
    }
}
