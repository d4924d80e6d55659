//! A curtain on rings is drawn open and shut.

use crate::scenes::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Primitive, Track, shapes};
use glam::{Quat, Vec3};
use serde_json::json;
use std::f64::consts::{FRAC_PI_2, PI};

/// Rings, and columns of edges between two of them.
const RINGS: u32 = 11;
const COLUMNS: u32 = 5;
/// Rows of vertices.
const ROWS: u32 = 25;
/// Height of the curtain, m.
const HEIGHT: f32 = 1.1;
/// Distance between rings while the curtain is shut and while it is open, m.
const SHUT: f32 = 0.16;
const OPEN: f32 = 0.018;
/// Depth of the pleats at the start, m.
const DEPTH: f64 = 0.03;
/// Height of the rod, m.
const ROD: f32 = 1.5;
/// Times at which the last ring starts and stops to open the curtain and to shut it, s.
const TIMES: [[f32; 2]; 2] = [[0.3, 1.9], [2.4, 4.0]];

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A curtain on rings is drawn open and shut again. Its pleats collide with each other.",
    );
    scene.extra("pliant_duration", 4.5);
    scene.camera([0.6, 1.4, 2.5], [0.0, 0.95, 0.0], 38.0);
    rod(&mut scene);
    let velvet = Material::new("Velvet", 0.14, 0.3, 0.26).two_sided();
    let velvet = scene.material(&velvet.roughness(0.9));
    let mesh = scene.mesh("Curtain", [pleated().material(velvet)]);
    let attached: Vec<_> = (0..RINGS)
        .map(|ring| format!("{}=Ring{ring}", ring * COLUMNS))
        .collect();
    let curtain = Node::new("Curtain").at([0.0, ROD - 0.03, 0.0]).mesh(mesh);
    scene.add(curtain.extras(json!({
        "pliant_body": "cloth", "pliant_links": "grid", "pliant_shear_compliance": 1e-3, "pliant_density": 0.3,
        "pliant_bend_compliance": 5000, "pliant_air_drag": 1, "pliant_thickness": 0.008, "pliant_friction": 0.3,
        "pliant_attach": attached,
    })));
    rings(&mut scene);
    expectations(&mut scene);
    scene
}

fn rod(scene: &mut Document) {
    let brass = Material::new("Brass", 0.85, 0.6, 0.25).metal();
    let brass = scene.material(&brass.roughness(0.3));
    let length = SHUT * (RINGS + 1) as f32;
    let rod = shapes::capsule(0.012, length, 24, 12).material(brass);
    let rod = scene.mesh("Rod", [rod]);
    let across = Quat::from_rotation_z(FRAC_PI_2 as f32);
    let node = Node::new("Rod").at([0.0, ROD, 0.0]).rotated(across);
    scene.add(node.mesh(rod));
}

/// Adds the rings and their animation: the last one pushes the others to the first and pulls them back. So a ring moves while
/// the last one covers the rest of its way.
fn rings(scene: &mut Document) {
    let iron = Material::new("Iron", 0.3, 0.3, 0.32).metal();
    let iron = scene.material(&iron.roughness(0.4));
    let mesh = scene.mesh("Ring", [shapes::cylinder(0.02, 0.008, 16).material(iron)]);
    let left = -0.5 * SHUT * (RINGS - 1) as f32;
    let mut channels = Vec::new();
    for ring in 0..RINGS {
        let at = |gap: f32| Vec3::new(left + gap * ring as f32, ROD, 0.0);
        let (shut, open) = (at(SHUT), at(OPEN));
        let node = Node::new(&format!("Ring{ring}")).at(shut).mesh(mesh);
        let across = Quat::from_rotation_z(FRAC_PI_2 as f32);
        let node = scene.add(node.rotated(across));
        let waits = (RINGS - 1 - ring) as f32 / (RINGS - 1) as f32;
        let [[a, b], [c, d]] = TIMES.map(|[start, stop]| [start + waits * (stop - start), stop]);
        // The first ring stays.
        if ring > 0 {
            channels.push(Channel {
                node,
                times: vec![0.0, a, b, c, d],
                interpolation: Interpolation::Linear,
                track: Track::Translation(vec![shut, shut, open, open, shut]),
            });
        }
    }
    scene.animation("Draw", &channels);
}

/// An upright sheet with its top at the origin, with a pleat between each ring and the next, alternately to both sides.
fn pleated() -> Primitive {
    let width = SHUT * (RINGS - 1) as f32;
    let mut sheet = shapes::grid((RINGS - 1) * COLUMNS + 1, ROWS, width, HEIGHT)
        .upright()
        .translated([0.0, -HEIGHT / 2.0, 0.0]);
    for position in &mut sheet.positions {
        let ring = f64::from(position.x + width / 2.0) / f64::from(SHUT);
        position.z = (DEPTH * (PI * ring).sin()) as f32;
    }
    // Normals follow from the positions, and the file is smaller without them.
    sheet.normals.clear();
    sheet.uvs.clear();
    sheet
}

/// The curtain hangs to the left while it is open, and as wide as at the start at the end.
fn expectations(scene: &mut Document) {
    let curtain = |metric| Expect::body("Curtain", metric);
    let open = 2.4;
    scene.expect(Expect::scene("intersections").max(0.0));
    scene.expect(curtain("max_strain").max(0.4));
    scene.expect(curtain("mean_strain").max(0.02));
    scene.expect(curtain("aabb.min.y").min(0.2));
    scene.expect(curtain("com.x").at(open).max(-0.4));
    scene.expect(curtain("aabb.max.x").at(open).max(0.0));
    scene.expect(Expect::scene("contacts").at(open).min(20.0));
    scene.expect(curtain("com.x").at(4.5).near(0.0, 0.1));
}
