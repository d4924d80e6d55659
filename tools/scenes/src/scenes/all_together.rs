//! Every kind of body of Pliant in one scene.

use super::{stage, tank};
use crate::{Document, Expect, Material, Node, Shape, ball, shapes};
use glam::{DVec3, Quat, Vec3};
use serde_json::json;

/// Inner size of the pond, m.
const POND: Vec3 = Vec3::new(0.4, 0.13, 0.24);
/// Initial depth of the water, m.
const DEPTH: f32 = 0.08;
const SPACING: f32 = 0.02;
/// Size, m, and mass, kg, of the boat, which displaces half of its volume.
const HULL: Vec3 = Vec3::new(0.14, 0.05, 0.08);
const BOAT: f32 = 0.28;
/// Height of the awning above the floor of the pond, m.
const AWNING: f32 = 0.34;

pub(super) fn scene() -> Document {
    let mut scene = stage(
        "All together: a boat on water tows a balloon by a rope, a jelly floats beside it, an awning of cloth has caught a box and a ball; a lamp hangs by a rope.",
    );
    scene.extra("pliant_substeps", 8);
    scene.camera([0.6, 0.55, 0.85], [0.0, 0.16, 0.0], 36.0);
    tank(&mut scene, POND);
    water(&mut scene);
    boat(&mut scene);
    balloon(&mut scene);
    jelly(&mut scene);
    awning(&mut scene);
    lamp(&mut scene);
    expectations(&mut scene);
    scene
}

fn water(scene: &mut Document) {
    let water = scene.material(&Material::new("Water", 0.1, 0.35, 0.6).roughness(0.1));
    let size = Vec3::new(POND.x, DEPTH, POND.z);
    let block = scene.mesh("Water", [shapes::cuboid(size).material(water)]);
    let node = Node::new("Water").mesh(block).at([0.0, DEPTH / 2.0, 0.0]);
    scene.add(
        node.extras(
            json!({"pliant_body": "fluid", "pliant_spacing": SPACING, "pliant_friction": 0}),
        ),
    );
}

/// Adds a rigid box with its mesh and collider.
fn rigid(scene: &mut Document, name: &str, size: Vec3, at: Vec3, mass: f32, color: [f32; 3]) {
    let [red, green, blue] = color;
    let paint = scene.material(&Material::new(name, red, green, blue).roughness(0.4));
    let mesh = scene.mesh(name, [shapes::cuboid(size).material(paint)]);
    let shape = scene.shape(Shape::Box { size });
    let node = Node::new(name).mesh(mesh).at(at).collider(shape, None);
    scene.add(node.motion(json!({"mass": mass, "centerOfMass": [0, -size.y / 8.0, 0]})));
}

fn boat(scene: &mut Document) {
    let at = Vec3::new(-0.08, DEPTH + HULL.y / 2.0, 0.0);
    rigid(scene, "Boat", HULL, at, BOAT, [0.6, 0.1, 0.08]);
}

/// Adds a balloon, and a rope from it to the bow of the boat.
fn balloon(scene: &mut Document) {
    let rubber = scene.material(&Material::new("Balloon", 0.75, 0.55, 0.1).roughness(0.3));
    let mesh = scene.mesh("Balloon", [ball::icosphere(0.035, 2).material(rubber)]);
    let node = Node::new("Balloon")
        .mesh(mesh)
        .at([0.12, DEPTH + 0.03, 0.05]);
    scene.add(node.extras(json!({
        "pliant_body": "balloon", "pliant_mass": 0.02, "pliant_pressure": 1.1, "pliant_stretch_compliance": 1e-3,
        "pliant_velocity_damping": 0.9, "pliant_thickness": 0.004, "pliant_self_collision": false,
    })));
    let hemp = scene.material(&Material::new("Hemp", 0.5, 0.4, 0.25).roughness(0.9));
    let (bow, end) = (
        DVec3::new(-0.01, 0.13, 0.0),
        DVec3::new(0.0863, 0.1194, 0.041),
    );
    let points = (0..=8).map(|i| bow.lerp(end, f64::from(i) / 8.0));
    let rope = scene.mesh("Tow", [shapes::polyline(points).material(hemp)]);
    scene.add(Node::new("Tow").mesh(rope).extras(json!({
        "pliant_body": "rope", "pliant_mass": 0.01, "pliant_thickness": 0.006,
        "pliant_attach": ["0=Boat", "8=Balloon"],
    })));
}

fn jelly(scene: &mut Document) {
    let jelly = scene.material(&Material::new("Jelly", 0.2, 0.6, 0.25).roughness(0.2));
    let mesh = scene.mesh(
        "Jelly",
        [shapes::block(Vec3::splat(0.06), 2).material(jelly)],
    );
    let node = Node::new("Jelly").mesh(mesh).at([0.1, DEPTH + 0.05, -0.07]);
    scene.add(node.extras(json!({
        "pliant_body": "soft", "pliant_spacing": 0.02, "pliant_density": 400, "pliant_youngs_modulus": 3e4,
        "pliant_friction": 0.2, "pliant_self_collision": false,
    })));
}

/// Adds a cloth that is pinned at its corners, with a box and a ball above it.
fn awning(scene: &mut Document) {
    let canvas = Material::new("Canvas", 0.85, 0.82, 0.75)
        .roughness(0.9)
        .two_sided();
    let canvas = scene.material(&canvas);
    let mesh = scene.mesh("Awning", [shapes::grid(15, 15, 0.3, 0.22).material(canvas)]);
    let node = Node::new("Awning").mesh(mesh).at([-0.03, AWNING, -0.02]);
    scene.add(node.extras(json!({
        "pliant_body": "cloth", "pliant_pin": "corners", "pliant_mass": 0.05, "pliant_thickness": 0.006,
        "pliant_stretch_compliance": 1e-5, "pliant_friction": 0.6, "pliant_air_drag": 1, "pliant_self_collision": false,
    })));
    let crate_at = Vec3::new(-0.08, AWNING + 0.06, -0.03);
    rigid(
        scene,
        "Crate",
        Vec3::new(0.06, 0.05, 0.05),
        crate_at,
        0.06,
        [0.55, 0.35, 0.15],
    );
    let red = scene.material(&Material::new("Ball", 0.7, 0.1, 0.15).roughness(0.25));
    let mesh = scene.mesh("Ball", [shapes::sphere(0.028, 24, 16).material(red)]);
    let shape = scene.shape(Shape::Sphere { radius: 0.028 });
    let node = Node::new("Ball").mesh(mesh).at([0.03, AWNING + 0.1, 0.0]);
    scene.add(node.collider(shape, None).motion(json!({"mass": 0.05})));
}

/// Adds a rigid lamp that swings on a rope.
fn lamp(scene: &mut Document) {
    let (top, end) = (DVec3::new(0.22, 0.5, 0.0), DVec3::new(0.3, 0.31, 0.0));
    let points = (0..=10).map(|i| top.lerp(end, f64::from(i) / 10.0));
    let cable = scene.material(&Material::new("Cable", 0.1, 0.1, 0.1).roughness(0.8));
    let mesh = scene.mesh("Cable", [shapes::polyline(points).material(cable)]);
    scene.add(Node::new("Cable").mesh(mesh).extras(json!({
        "pliant_body": "rope", "pliant_mass": 0.02, "pliant_pin": [0], "pliant_thickness": 0.006, "pliant_attach": ["10=Lamp"],
    })));
    let size = Vec3::new(0.05, 0.06, 0.05);
    let glow = scene.material(&Material::new("Lamp", 0.9, 0.75, 0.4).roughness(0.3));
    let mesh = scene.mesh("Lamp", [shapes::cuboid(size).material(glow)]);
    let shape = scene.shape(Shape::Box { size });
    let node = Node::new("Lamp").mesh(mesh).at([0.3116, 0.2824, 0.0]);
    let node = node
        .rotated(Quat::from_rotation_z(0.39))
        .collider(shape, None);
    scene.add(node.motion(json!({"mass": 0.08})));
}

fn expectations(scene: &mut Document) {
    // Archimedes: floating bodies displace their weight of water, which raises the level.
    let afloat = BOAT / 1000.0 + 0.4 * 0.06_f32.powi(3) + 0.02 / 1000.0;
    let level = DEPTH + afloat / (POND.x * POND.z);
    let draft = BOAT / 1000.0 / (HULL.x * HULL.z);
    let middle = f64::from(level - draft + HULL.y / 2.0 - HULL.y / 8.0);
    scene.expect(Expect::body("Boat", "com.y").at_end().near(middle, 0.008));
    for name in ["Crate", "Ball"] {
        let awning = f64::from(AWNING);
        scene.expect(
            Expect::body(name, "com.y")
                .at_end()
                .min(awning - 0.15)
                .max(awning + 0.1),
        );
    }
    for name in ["Jelly", "Balloon"] {
        scene.expect(Expect::body(name, "com.y").at_end().min(0.06).max(0.2));
    }
    scene.expect(Expect::body("Lamp", "com.y").min(0.2).max(0.32));
    scene.expect(Expect::body("Water", "leaked").max(0.0));
}
