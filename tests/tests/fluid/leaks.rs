//! Fluids do not leak through thin walls, corners and vessels of triangles.

use glam::{Quat, Vec3};
use pliant_scenes::shapes::sphere;
use pliant_scenes::{Channel, Document, Interpolation, Node, Primitive, Shape, Track};
use pliant_tests::fluids::water;
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

/// Thickness of walls, m: at most a tenth of a particle.
const THIN: f32 = 1e-3;

/// Adds a floor and four walls that touch at their edges only, around the box from the origin to `size`, m.
fn thin_tank(document: &mut Document, size: Vec3) {
    let half = size / 2.0;
    let plates = [
        (
            "Floor",
            Vec3::new(size.x, THIN, size.z),
            Vec3::new(half.x, -THIN / 2.0, half.z),
        ),
        (
            "Left",
            Vec3::new(THIN, size.y, size.z),
            Vec3::new(-THIN / 2.0, half.y, half.z),
        ),
        (
            "Right",
            Vec3::new(THIN, size.y, size.z),
            Vec3::new(size.x + THIN / 2.0, half.y, half.z),
        ),
        (
            "Back",
            Vec3::new(size.x, size.y, THIN),
            Vec3::new(half.x, half.y, -THIN / 2.0),
        ),
        (
            "Front",
            Vec3::new(size.x, size.y, THIN),
            Vec3::new(half.x, half.y, size.z + THIN / 2.0),
        ),
    ];
    for (name, size, at) in plates {
        let shape = document.shape(Shape::Box { size });
        document.add(Node::new(name).at(at).collider(shape, None));
    }
}

/// Releases a column of water in a tank with thin walls, and counts the particles outside every half second.
fn dam(counts: [u32; 3], spacing: f32, seconds: u32) {
    let mut document = water(counts, spacing, json!({}));
    let column = Vec3::from(counts.map(|n| n as f32 * spacing));
    // High enough that no splash leaves it.
    let size = Vec3::new(4.0 * column.x, 10.0 * column.y, column.z);
    thin_tank(&mut document, size);
    let mut world = World::new(&scene_of(&document), |settings| {
        (settings.substeps, settings.iterations) = (20, 1);
    });
    for half in 1..=2 * seconds {
        world.run(30);
        let outside = |x: &[f32; 3]| {
            let x = Vec3::from(*x);
            x.min_element() < -1e-4 || (size + 1e-4 - x).min_element() < 0.0
        };
        let lost = world.positions().iter().filter(|x| outside(x)).count();
        assert_eq!(lost, 0, "after {} s", 0.5 * f64::from(half));
    }
    let leaked = world.body().fluid.expect("a fluid").leaked;
    assert_eq!(leaked, 0);
}

#[test]
fn a_dam_break_between_thin_walls_does_not_leak() {
    dam([6, 12, 5], 0.0175, 2);
}

#[test]
#[ignore = "takes minutes: tools/test --long runs it"]
fn a_long_dam_break_does_not_leak() {
    dam([8, 16, 6], 0.0175, 10);
}

#[test]
#[ignore = "takes minutes: tools/test --long runs it"]
fn a_long_dam_break_of_four_times_as_many_particles_does_not_leak() {
    dam([13, 25, 10], 0.011, 10);
}

/// Inner radius and initial centre of the vessels, m.
const RADIUS: f32 = 0.12;
const MIDDLE: Vec3 = Vec3::new(0.0525, 0.05, 0.0525);

/// A sphere whose faces point inwards.
fn inverted_sphere() -> Primitive {
    let mut ball = sphere(RADIUS, 24, 16);
    for triangle in ball.indices.chunks_mut(3) {
        triangle.swap(1, 2);
    }
    ball.normals.clear();
    ball
}

/// A hollow sphere: an inner and an outer surface.
fn hollow_sphere() -> Primitive {
    let mut surfaces = inverted_sphere();
    let outside = sphere(1.05 * RADIUS, 24, 16);
    let first = surfaces.positions.len() as u32;
    surfaces.positions.extend(outside.positions);
    surfaces.uvs.clear();
    surfaces
        .indices
        .extend(outside.indices.iter().map(|v| v + first));
    surfaces
}

/// The lower part of a sphere, without thickness and open at the top.
fn bowl() -> Primitive {
    let mut ball = sphere(RADIUS, 24, 16);
    let low = |v: &u32| ball.positions[*v as usize].y < 0.6 * RADIUS;
    let faces = ball.indices.chunks(3).filter(|face| face.iter().all(low));
    ball.indices = faces.flatten().copied().collect();
    ball
}

/// Lets water fall to the bottom of a vessel for a second and a half, and returns the final centre of the vessel.
fn filled(vessel: Primitive, keys: Value, shaken: bool) -> (World, Vec3) {
    let mut document = water([6, 5, 6], 0.0175, json!({}));
    let mesh = document.mesh("Vessel", [vessel]);
    let node = Node::new("Vessel").mesh(mesh).at(MIDDLE).extras(keys);
    let node = document.add(node.extra("pliant_friction", 0));
    // Back and forth at 0.4 m/s, while it rotates.
    let path: Vec<Vec3> = (0..7)
        .map(|i| MIDDLE + 0.1 * Vec3::X * (i % 2) as f32)
        .collect();
    let last = path[6];
    let rotations = (0..7).map(|i| Quat::from_rotation_z(0.4 * i as f32));
    let channel = |track| Channel {
        node,
        times: (0..7).map(|i| 0.25 * i as f32).collect(),
        interpolation: Interpolation::Linear,
        track,
    };
    if shaken {
        let tracks = [
            Track::Translation(path),
            Track::Rotation(rotations.collect()),
        ];
        document.animation("Shakes", &tracks.map(channel));
    }
    let mut world = World::new(&scene_of(&document), |settings| {
        (settings.substeps, settings.iterations) = (10, 2);
    });
    world.run(90);
    (world, last)
}

#[test]
fn vessels_of_triangles_hold_water() {
    let fixed = json!({"pliant_body": "static"});
    let kinematic = json!({"pliant_body": "kinematic"});
    for (name, vessel, keys, shaken) in [
        ("bowl", bowl(), &fixed, false),
        (
            "shaken inverted sphere",
            inverted_sphere(),
            &kinematic,
            true,
        ),
        ("shaken hollow sphere", hollow_sphere(), &kinematic, true),
    ] {
        let (mut world, middle) = filled(vessel, keys.clone(), shaken);
        let distance = |x: &[f32; 3]| (Vec3::from(*x) - middle).length();
        let farthest = world.positions().iter().map(distance).fold(0.0, f32::max);
        let lowest = world.positions().iter().map(|x| x[1]).fold(1.0, f32::min);
        println!("{name}: farthest {farthest}, lowest {lowest}");
        assert!(farthest < RADIUS + 1e-4, "{name}: {farthest}");
        assert!(lowest < MIDDLE.y - 0.8 * RADIUS, "{name}: {lowest}");
        let leaked = world.body().fluid.expect("a fluid").leaked;
        assert_eq!(leaked, 0, "{name}");
    }
}
