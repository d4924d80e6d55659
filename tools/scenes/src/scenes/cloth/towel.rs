//! A towel that is folded double over a rod is wrung.

use crate::scenes::stage;
use crate::{
    Channel, Document, Expect, Interpolation, Material, Node, Primitive, Shape, Track, shapes,
};
use glam::{DVec3, Quat, Vec3};
use serde_json::json;
use std::f64::consts::{FRAC_PI_2, PI};

/// Vertices across and along the towel: edges of 2.5 cm.
const VERTICES: [u32; 2] = [13, 61];
const WIDTH: f32 = 0.3;
/// Length of a layer between the rod and the roller, m.
const LAYER: f64 = 0.7;
const THICK: f32 = 0.006;
/// Radius of the rod and of the roller, m.
const RADIUS: f32 = 0.03;
/// Radius of the fold, m: the towel starts 2 mm off the rod.
const FOLD: f64 = 0.035;
/// Height of the rod, m.
const ROD: f32 = 1.3;
/// Half turns of the roller, and how far it rises meanwhile, m: a cord is shorter than the towel.
const HALF_TURNS: u32 = 3;
const RISE: f32 = 0.15;
/// Times at which the roller starts and stops to turn, s.
const TIMES: [f32; 2] = [0.2, 3.2];

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A wrung towel: folded double over a rod, a roller that its ends are attached to wrings it into a cord.",
    );
    scene.extra("pliant_duration", 3.7);
    scene.camera([0.75, 1.15, 1.15], [0.0, 0.93, 0.0], 38.0);
    let steel = Material::new("Steel", 0.55, 0.57, 0.6).metal();
    let steel = scene.material(&steel.roughness(0.35));
    let length = WIDTH + 0.06;
    let bar = scene.mesh(
        "Bar",
        [shapes::capsule(RADIUS, length, 24, 12).material(steel)],
    );
    let shape = scene.shape(Shape::capsule(length, RADIUS));
    let across = Quat::from_rotation_z(FRAC_PI_2 as f32);
    let bar = |name, y| {
        let node = Node::new(name).at([0.0, y, 0.0]).rotated(across).mesh(bar);
        node.collider(shape, None)
    };
    scene.add(bar("Rod", ROD));
    let terry = Material::new("Terry", 1.0, 1.0, 1.0).two_sided().checker(
        [196, 210, 222],
        [60, 110, 150],
        6,
    );
    let terry = scene.material(&terry.roughness(0.95));
    let mesh = scene.mesh("Towel", [folded().material(terry)]);
    let towel = Node::new("Towel").at([0.0, ROD, 0.0]).mesh(mesh);
    scene.add(towel.extras(json!({
        "pliant_body": "cloth", "pliant_model": "stvk", "pliant_youngs_modulus": 5000, "pliant_poissons_ratio": 0.25,
        "pliant_bend_compliance": 1000, "pliant_density": 0.4, "pliant_air_drag": 1, "pliant_thickness": THICK,
        "pliant_friction": 0.4, "pliant_attach": "bottom=Roller",
    })));
    let low = ROD - LAYER as f32;
    let roller = scene.add(bar("Roller", low).kinematic());
    scene.animation("Wring", &wring(roller, low, across));
    expectations(&mut scene);
    scene
}

/// Turns about Y and rises, with a key per quarter turn.
fn wring(node: usize, low: f32, across: Quat) -> [Channel; 2] {
    let quarters = 2 * HALF_TURNS;
    let turn = |quarter: u32| {
        let (sin, cos) = (f64::from(quarter) * PI / 4.0).sin_cos();
        Quat::from_xyzw(0.0, sin as f32, 0.0, cos as f32) * across
    };
    let time = |quarter: u32| {
        let [start, stop] = TIMES;
        start + (stop - start) * quarter as f32 / quarters as f32
    };
    let height = |y: f32| Vec3::new(0.0, y, 0.0);
    let interpolation = Interpolation::Linear;
    let turns = Channel {
        node,
        times: (0..=quarters).map(time).collect(),
        interpolation,
        track: Track::Rotation((0..=quarters).map(turn).collect()),
    };
    let rises = Channel {
        node,
        times: TIMES.to_vec(),
        interpolation,
        track: Track::Translation(vec![height(low), height(low + RISE)]),
    };
    [turns, rises]
}

/// A sheet that lies over a cylinder of radius `FOLD` along X and hangs down on both sides; flat at rest.
fn folded() -> Primitive {
    let quarter = FRAC_PI_2 * FOLD;
    let length = 2.0 * (LAYER + quarter);
    let mut sheet = shapes::grid(VERTICES[0], VERTICES[1], WIDTH, length as f32);
    let rest = sheet.positions.clone();
    for position in &mut sheet.positions {
        let along = f64::from(position.z);
        let (y, z) = if along.abs() < quarter {
            let (sin, cos) = (along / FOLD).sin_cos();
            (FOLD * cos, FOLD * sin)
        } else {
            (quarter - along.abs(), FOLD * along.signum())
        };
        *position = DVec3::new(f64::from(position.x), y, z).as_vec3();
    }
    // Normals follow from the positions, and the file is smaller without them.
    sheet.normals.clear();
    sheet.vector("_REST_POSITION", rest)
}

/// The towel hangs straight at the start, and pulls at the roller once it is a cord.
fn expectations(scene: &mut Document) {
    let towel = |metric| Expect::body("Towel", metric);
    scene.expect(Expect::scene("intersections").max(0.0));
    scene.expect(towel("max_penetration").max(2e-3));
    scene.expect(towel("max_strain").max(1.3));
    scene.expect(towel("mean_strain").max(0.15));
    scene.expect(towel("com.x").near(0.0, 0.03));
    scene.expect(towel("com.z").near(0.0, 0.03));
    scene.expect(
        towel("attachments.0.force.y")
            .at(f64::from(TIMES[1]))
            .min(3.0),
    );
    scene.expect(Expect::scene("contacts").at_end().min(50.0));
}
