//! 200 random twists, drops and throws of sheets: no frame of any of them has an intersection.

use glam::{EulerRot, Quat, Vec3};
use pliant_scene::Solver;
use pliant_scenes::shapes::{cuboid, grid};
use pliant_scenes::{Channel, Document, Interpolation, Node, Shape, Track};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// Frames of each run: two seconds.
const FRAMES: u32 = 120;
/// Runs of each test.
const RUNS: u64 = 50;

/// A sequence of numbers that a seed determines.
struct Random(u64);

impl Random {
    /// A number of 0 to 1 (SplitMix64).
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f32 / (1 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    fn whole(&mut self, low: u32, high: u32) -> u32 {
        low + (self.unit() * (high - low + 1) as f32) as u32
    }

    fn turn(&mut self) -> Quat {
        let [a, b, c] = [0; 3].map(|_| self.between(-3.1, 3.1));
        Quat::from_euler(EulerRot::XYZ, a, b, c)
    }
}

/// Adds a sheet of random size, resolution, material and thickness.
fn sheet(document: &mut Document, random: &mut Random, node: Node, name: &str) {
    let side = random.whole(9, 17);
    let [width, depth] = [0; 2].map(|_| random.between(0.3, 0.6));
    let mesh = document.mesh(name, [grid(side, side, width, depth)]);
    let edge = width.min(depth) / (side - 1) as f32;
    let stvk = random.unit() < 0.5;
    document.add(node.mesh(mesh).extras(json!({
        "pliant_body": "cloth", "pliant_thickness": edge * random.between(0.1, 0.5),
        "pliant_friction": random.between(0.0, 0.8), "pliant_density": random.between(0.1, 0.5),
        "pliant_model": if stvk { "stvk" } else { "links" },
        "pliant_bend_compliance": 10_f32.powf(random.between(1.0, 5.0)),
    })));
}

/// A sheet between two nodes that turn against each other.
fn twist(document: &mut Document, random: &mut Random) {
    document.extra("pliant_gravity", json!([0, 0, 0]));
    let side = random.whole(11, 19);
    let [length, width] = [random.between(0.8, 1.5), random.between(0.4, 1.0)];
    let mesh = document.mesh("Sheet", [grid(side, side, length, width)]);
    let edge = length.min(width) / (side - 1) as f32;
    document.add(Node::new("Sheet").mesh(mesh).extras(json!({
        "pliant_body": "cloth", "pliant_model": "stvk", "pliant_youngs_modulus": random.between(500.0, 4000.0),
        "pliant_poissons_ratio": 0.25, "pliant_density": 0.2, "pliant_thickness": edge * random.between(0.05, 0.3),
        "pliant_bend_compliance": 3000, "pliant_attach": ["left=Left", "right=Right"],
    })));
    let speed = random.between(0.5, 3.0);
    let channels = [("Left", -1.0), ("Right", 1.0)].map(|(name, way)| {
        let node = document.add(Node::new(name).at([way * length / 2.0, 0.0, 0.0]));
        let turns = (0..=8).map(|k| Quat::from_rotation_x(way * speed * 0.25 * k as f32));
        Channel {
            node,
            times: (0..=8).map(|k| 0.25 * k as f32).collect(),
            interpolation: Interpolation::Linear,
            track: Track::Rotation(turns.collect()),
        }
    });
    document.animation("Twist", &channels);
}

/// Sheets that fall on each other and on a table.
fn drop(document: &mut Document, random: &mut Random) {
    let size = Vec3::new(0.3, 0.2, 0.3);
    let shape = document.shape(Shape::Box { size });
    let mesh = document.mesh("Table", [cuboid(size)]);
    document.add(
        Node::new("Table")
            .at([0.0, -0.1, 0.0])
            .mesh(mesh)
            .collider(shape, None),
    );
    for k in 0..random.whole(2, 4) {
        let at = Vec3::new(
            random.between(-0.1, 0.1),
            0.4 + 0.9 * k as f32,
            random.between(-0.1, 0.1),
        );
        let name = format!("Sheet{k}");
        let node = Node::new(&name).at(at).rotated(random.turn());
        sheet(document, random, node, &name);
    }
}

/// Sheets that fly into each other.
fn throw(document: &mut Document, random: &mut Random) {
    document.extra("pliant_gravity", json!([0, 0, 0]));
    let speed = random.between(1.0, 40.0);
    for (name, way) in [("One", 1.0), ("Other", -1.0)] {
        let node = Node::new(name)
            .at([-0.6 * way, 0.0, 0.0])
            .rotated(random.turn());
        let velocity = json!([way * speed, random.between(-1.0, 1.0), 0]);
        sheet(
            document,
            random,
            node.extra("pliant_velocity", velocity),
            name,
        );
    }
}

/// Runs `RUNS` scenes from a seed on.
fn sweep(first: u64) {
    let mut failed = Vec::new();
    for seed in first..first + RUNS {
        let random = &mut Random(seed);
        let mut document = Document::new();
        let kind = [twist, drop, throw][seed as usize % 3];
        kind(&mut document, random);
        let jacobi = random.unit() < 0.5;
        let [substeps, iterations] = if random.unit() < 0.5 { [20, 1] } else { [5, 4] };
        let mut world = World::new(&scene_of(&document), |settings| {
            settings.solver = if jacobi {
                Solver::Jacobi
            } else {
                Solver::GaussSeidel
            };
            settings.substeps = substeps;
            settings.iterations = iterations;
        });
        let mut frame = 0;
        while frame < FRAMES && world.measure().intersections == Some(0) {
            world.run(1);
            frame += 1;
        }
        let intersections = world.measure().intersections;
        if intersections != Some(0) {
            failed.push((seed, frame, intersections));
        }
    }
    println!(
        "seeds {first}..{}: {} runs failed",
        first + RUNS,
        failed.len()
    );
    assert!(
        failed.is_empty(),
        "seed, frame and intersections: {failed:?}"
    );
}

#[test]
#[ignore = "takes minutes: tools/test --long runs it"]
fn no_sheet_passes_through_another_1() {
    sweep(0);
}

#[test]
#[ignore = "takes minutes: tools/test --long runs it"]
fn no_sheet_passes_through_another_2() {
    sweep(50);
}

#[test]
#[ignore = "takes minutes: tools/test --long runs it"]
fn no_sheet_passes_through_another_3() {
    sweep(100);
}

#[test]
#[ignore = "takes minutes: tools/test --long runs it"]
fn no_sheet_passes_through_another_4() {
    sweep(150);
}
