//! A walking figure in a skirt and a cape.

use crate::scenes::stage;
use crate::{
    Channel, Document, Expect, Interpolation, Material, Mode, Node, Primitive, Track, shapes,
};
use glam::{DVec2, DVec3, Mat4, Quat, Vec3};
use serde_json::json;
use std::f64::consts::TAU;

/// A joint of the figure: its name, its parent, and its position at rest, m.
struct Bone {
    name: &'static str,
    parent: Option<usize>,
    at: [f32; 3],
}

/// The joints, parents before their children.
const BONES: [Bone; 10] = [
    bone("Hips", None, [0.0, 0.95, 0.0]),
    bone("Chest", Some(0), [0.0, 1.15, 0.0]),
    bone("Left thigh", Some(0), [0.09, 0.9, 0.0]),
    bone("Left shin", Some(2), [0.09, 0.48, 0.0]),
    bone("Right thigh", Some(0), [-0.09, 0.9, 0.0]),
    bone("Right shin", Some(4), [-0.09, 0.48, 0.0]),
    bone("Left arm", Some(1), [0.2, 1.38, 0.0]),
    bone("Left forearm", Some(6), [0.27, 1.12, 0.0]),
    bone("Right arm", Some(1), [-0.2, 1.38, 0.0]),
    bone("Right forearm", Some(8), [-0.27, 1.12, 0.0]),
];
const HIPS: u8 = 0;

const fn bone(name: &'static str, parent: Option<usize>, at: [f32; 3]) -> Bone {
    Bone { name, parent, at }
}

/// A capsule: both ends, m, the radius, m, and the joints of the ends.
type Limb = ([f32; 3], [f32; 3], f32, [u8; 2]);

/// The capsules of the figure.
const LIMBS: [Limb; 13] = [
    ([0.0, 0.93, 0.0], [0.0, 1.05, 0.0], 0.135, [0, 0]),
    ([0.0, 1.05, 0.0], [0.0, 1.33, 0.0], 0.125, [0, 1]),
    ([-0.17, 1.385, 0.0], [0.17, 1.385, 0.0], 0.045, [1, 1]),
    ([0.0, 1.42, 0.0], [0.0, 1.56, 0.0], 0.045, [1, 1]),
    ([0.0, 1.58, 0.01], [0.0, 1.66, 0.01], 0.09, [1, 1]),
    ([0.09, 0.88, 0.0], [0.09, 0.5, 0.0], 0.075, [2, 2]),
    ([0.09, 0.48, 0.0], [0.09, 0.1, 0.0], 0.055, [3, 3]),
    ([-0.09, 0.88, 0.0], [-0.09, 0.5, 0.0], 0.075, [4, 4]),
    ([-0.09, 0.48, 0.0], [-0.09, 0.1, 0.0], 0.055, [5, 5]),
    ([0.19, 1.37, 0.0], [0.27, 1.14, 0.0], 0.045, [6, 6]),
    ([0.27, 1.12, 0.0], [0.32, 0.88, 0.04], 0.038, [7, 7]),
    ([-0.19, 1.37, 0.0], [-0.27, 1.14, 0.0], 0.045, [8, 8]),
    ([-0.27, 1.12, 0.0], [-0.32, 0.88, 0.04], 0.038, [9, 9]),
];

/// Length of the walk and of a step of both feet, s, and its speed, m/s.
const SECONDS: f64 = 5.0;
const STRIDE: f64 = 1.25;
const SPEED: f64 = 0.7;
/// Thickness of the cloth, m.
const THICKNESS: f64 = 0.012;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Dressed: a figure of capsules, moved by a skin of ten joints, walks for five seconds in a skirt and a cape.",
    );
    scene.extra("pliant_duration", 5);
    scene.camera([3.9, 1.6, -0.6], [0.0, 0.8, 1.5], 34.0);
    let slate = scene.material(&Material::new("Slate", 0.35, 0.37, 0.4).roughness(0.9));
    scene.floor(0.04, 12.0, slate);
    let joints = skeleton(&mut scene);
    let skin: Vec<(usize, Mat4)> = joints
        .iter()
        .zip(&BONES)
        .map(|(node, bone)| (*node, Mat4::from_translation(-Vec3::from(bone.at))))
        .collect();
    let skin = scene.skin("Figure", &skin);
    let clay = scene.material(&Material::new("Clay", 0.55, 0.36, 0.27).roughness(0.8));
    let mesh = scene.mesh("Figure", [figure().material(clay)]);
    let keys = json!({"pliant_body": "kinematic", "pliant_friction": 0.4});
    scene.add(Node::new("Figure").mesh(mesh).skin(skin).extras(keys));
    clothes(&mut scene, skin);
    walk(&mut scene, &joints);
    expectations(&mut scene);
    scene
}

/// Adds the joints; returns their nodes.
fn skeleton(scene: &mut Document) -> Vec<usize> {
    let mut nodes = Vec::new();
    for bone in &BONES {
        let node = |offset: Vec3| Node::new(bone.name).at(offset);
        let at = Vec3::from(bone.at);
        nodes.push(match bone.parent {
            None => scene.add(node(at)),
            Some(parent) => scene.add_child(nodes[parent], node(at - Vec3::from(BONES[parent].at))),
        });
    }
    nodes
}

/// The figure's limbs as one mesh, in the pose at rest.
fn figure() -> Primitive {
    let mut figure = Primitive::new(Mode::Triangles, Vec::new());
    let mut joints = Vec::new();
    for (from, to, radius, ends) in LIMBS {
        let (from, to) = (Vec3::from(from), Vec3::from(to));
        let length = (to - from).length();
        let limb = shapes::limb(radius, length, 14, 6, 2);
        let turn = Quat::from_rotation_arc(Vec3::Y, (to - from) / length);
        let first = figure.positions.len() as u32;
        // Normals of deforming meshes come from their triangles.
        for p in &limb.positions {
            figure.positions.push(from + (to - from) / 2.0 + turn * *p);
            let along = (0.5 + p.y / length).clamp(0.0, 1.0);
            joints.push([(ends[0], 1.0 - along), (ends[1], along), (0, 0.0), (0, 0.0)]);
        }
        figure
            .indices
            .extend(limb.indices.iter().map(|i| first + i));
    }
    figure.joints(joints)
}

/// Adds a skirt, whose waistband follows its own skin, and a cape, which is attached to the shoulders.
fn clothes(scene: &mut Document, skin: usize) {
    let wool = Material::new("Wool", 1.0, 1.0, 1.0)
        .two_sided()
        .roughness(0.9);
    let wool = scene.material(&wool.checker([120, 28, 36], [150, 52, 48], 12));
    let mesh = scene.mesh("Skirt", [skirt().material(wool)]);
    let keys = json!({
        "pliant_body": "cloth", "pliant_links": "grid", "pliant_stretch_compliance": 1e-6, "pliant_shear_compliance": 1e-4,
        "pliant_bend_compliance": 5000, "pliant_thickness": THICKNESS, "pliant_air_drag": 1.5, "pliant_friction": 0.3,
    });
    scene.add(
        Node::new("Skirt")
            .mesh(mesh)
            .skin(skin)
            .extras(keys.clone()),
    );
    let felt = Material::new("Felt", 1.0, 1.0, 1.0)
        .two_sided()
        .roughness(0.9);
    let felt = scene.material(&felt.checker([34, 62, 104], [52, 88, 138], 10));
    let mesh = scene.mesh("Cape", [cape().material(felt)]);
    scene.add(
        Node::new("Cape")
            .mesh(mesh)
            .extras(keys)
            .extra("pliant_attach", json!(["top=Figure"])),
    );
}

/// A cone around the hips. Its upper edge is pinned to the hips.
fn skirt() -> Primitive {
    let (columns, rows) = (40, 20);
    let mut skirt = Primitive::new(Mode::Triangles, Vec::new());
    let (mut pins, mut joints) = (Vec::new(), Vec::new());
    for row in 0..=rows {
        let down = f64::from(row) / f64::from(rows);
        let radius = 0.15 + 0.17 * down;
        for column in 0..=columns {
            let angle = TAU * f64::from(column % columns) / f64::from(columns);
            let at = radius * DVec2::from_angle(angle);
            let y = 1.08 - 0.5 * down;
            skirt.positions.push(DVec3::new(at.x, y, at.y).as_vec3());
            let around = f64::from(column) / f64::from(columns);
            skirt.uvs.push(DVec2::new(around, down).as_vec2());
            pins.push(if row == 0 { 1.0 } else { 0.0 });
            joints.push([(HIPS, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]);
        }
    }
    skirt.indices = quads(columns, rows, columns + 1);
    skirt.scalar("_PIN", pins).joints(joints)
}

/// A part of a cone behind the shoulders, whose upper edge lies on the chest.
fn cape() -> Primitive {
    let (columns, rows) = (20, 26);
    let mut cape = Primitive::new(Mode::Triangles, Vec::new());
    for row in 0..=rows {
        let down = f64::from(row) / f64::from(rows);
        let (radius, half) = (0.128 + 0.3 * down, 1.0 - 0.35 * down);
        for column in 0..=columns {
            let across = 2.0 * f64::from(column) / f64::from(columns) - 1.0;
            let at = radius * DVec2::from_angle(half * across);
            let y = 1.36 - 0.95 * down;
            cape.positions.push(DVec3::new(at.y, y, -at.x).as_vec3());
            cape.uvs
                .push(DVec2::new(0.5 + 0.5 * across, down).as_vec2());
        }
    }
    cape.indices = quads(columns, rows, columns + 1);
    cape
}

/// Triangles of a grid of quads; `stride` vertices a row.
fn quads(columns: u32, rows: u32, stride: u32) -> Vec<u32> {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| row * stride + column));
    cells
        .flat_map(|a| [a, a + 1, a + stride + 1, a, a + stride + 1, a + stride])
        .collect()
}

/// Animates the joints: the figure stands for half a second, and starts to walk along +Z.
fn walk(scene: &mut Document, joints: &[usize]) {
    let times: Vec<f32> = (0..=50).map(|k| k as f32 * 0.1).collect();
    // How much it walks: rises from 0 to 1 from 0.5 s to 1.5 s.
    let pace = |t: f64| {
        let u = (t - 0.5).clamp(0.0, 1.0);
        u * u * (3.0 - 2.0 * u)
    };
    let rotations = |angle: &dyn Fn(f64, f64) -> [f64; 2]| {
        let turn = |t: &f32| {
            let t = f64::from(*t);
            let [x, y] = angle(TAU * t / STRIDE, pace(t));
            Quat::from_rotation_y(y as f32) * Quat::from_rotation_x(x as f32)
        };
        Track::Rotation(times.iter().map(turn).collect())
    };
    let channel = |joint: usize, track: Track| Channel {
        node: joints[joint],
        times: times.clone(),
        interpolation: Interpolation::Linear,
        track,
    };
    // The way of the hips is the integral of the speed, by the trapezoidal rule.
    let (mut way, mut hips) = (0.0, Vec::new());
    for (k, t) in times.iter().enumerate() {
        let now = pace(f64::from(*t));
        if k > 0 {
            way += 0.05 * SPEED * (now + pace(f64::from(times[k - 1])));
        }
        let bob = 0.015 * now * (2.0 * TAU * f64::from(*t) / STRIDE).cos() - 0.015 * now;
        let at = Vec3::from(BONES[0].at);
        hips.push(at + Vec3::new(0.0, bob as f32, way as f32));
    }
    let swing = |side: f64| move |phase: f64, pace: f64| [-0.42 * side * pace * phase.sin(), 0.0];
    let knee = |side: f64| {
        move |phase: f64, pace: f64| [0.35 * pace * (1.0 - (phase * 1.0 + side * 1.2).cos()), 0.0]
    };
    let arm = |side: f64| move |phase: f64, pace: f64| [0.4 * side * pace * phase.sin(), 0.0];
    let channels = [
        channel(0, Track::Translation(hips)),
        channel(
            0,
            rotations(&|phase, pace| [0.0, 0.12 * pace * phase.sin()]),
        ),
        channel(
            1,
            rotations(&|phase, pace| [0.05 * pace, -0.2 * pace * phase.sin()]),
        ),
        channel(2, rotations(&swing(1.0))),
        channel(3, rotations(&knee(1.0))),
        channel(4, rotations(&swing(-1.0))),
        channel(5, rotations(&knee(-1.0))),
        channel(6, rotations(&arm(1.0))),
        channel(7, rotations(&|_, pace| [-0.3 * pace, 0.0])),
        channel(8, rotations(&arm(-1.0))),
        channel(9, rotations(&|_, pace| [-0.3 * pace, 0.0])),
    ];
    scene.animation("Walk", &channels);
}

/// Cloth passes neither through itself nor into the figure by half of its thickness, and stays on.
fn expectations(scene: &mut Document) {
    scene.expect(Expect::scene("intersections").max(0.0));
    for name in ["Skirt", "Cape"] {
        scene.expect(Expect::body(name, "max_penetration").max(THICKNESS / 2.0));
        scene.expect(Expect::body(name, "max_strain").max(0.3));
    }
    // Four seconds of walking, at 0.7 m/s.
    let z = SPEED * (SECONDS - 1.0);
    scene.expect(Expect::body("Skirt", "com.z").at(SECONDS).near(z, 0.15));
    scene.expect(
        Expect::body("Cape", "com.z")
            .at(SECONDS)
            .near(z - 0.25, 0.25),
    );
}
