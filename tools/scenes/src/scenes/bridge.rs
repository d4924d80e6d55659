//! A rope bridge: planks tied to two ropes, and a ball that goes over them.

use super::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Shape, Track, shapes};
use glam::{DVec2, DVec3, Quat, Vec3};
use serde_json::json;

const PLANKS: usize = 11;
/// Of a plank along the bridge, up and across, m.
const PLANK: Vec3 = Vec3::new(0.12, 0.04, 0.48);
/// Between two planks, m.
const GAP: f64 = 0.06;
/// kg/m³ of planks, kg/m of ropes.
const WOOD: f64 = 500.0;
const HEMP: f64 = 0.2;
/// What a rope pulls along the bridge everywhere, N: less sags more.
const PULL: f64 = 45.0;
const GRAVITY: f64 = 9.81;
/// Height of the ropes' ends, m.
const TOP: f64 = 1.0;
const BALL: f32 = 0.14;

pub(super) fn scene() -> Document {
    let mut scene = stage(
        "Eleven planks, stiff soft bodies, are tied to two ropes by their lower corners. It starts as it hangs; a ball goes over it.",
    );
    scene.extra("pliant_substeps", 60);
    scene.look([1.3, 1.65, 2.5], [0.0, 0.75, 0.0], 36.0);
    let rope = rope();
    ropes(&mut scene, &rope);
    planks(&mut scene, &rope);
    ball(&mut scene, &rope);
    expectations(&mut scene, &rope);
    scene
}

/// Lengths of a rope's links from its left end: an end, planks with gaps between, an end.
fn links() -> Vec<f64> {
    let plank = f64::from(PLANK.x);
    let deck = [plank, GAP].repeat(PLANKS);
    [&[plank], &deck[..2 * PLANKS - 1], &[plank]].concat()
}

/// kg: half of the links beside each vertex between the ends, and a quarter of a plank.
fn loads(links: &[f64]) -> impl Iterator<Item = f64> {
    let plank = WOOD * PLANK.as_dvec3().element_product();
    links
        .windows(2)
        .map(move |beside| plank / 4.0 + HEMP * (beside[0] + beside[1]) / 2.0)
}

/// The vertices of a rope that hangs at rest. Its pull along is the same everywhere, and what it bears grows by the load of
/// each vertex from the middle outwards; that gives the slope of each link.
fn rope() -> Vec<DVec2> {
    let links = links();
    let mut bears = -loads(&links).sum::<f64>() * GRAVITY / 2.0;
    let mut at = DVec2::ZERO;
    let mut vertices = vec![at];
    let steps = loads(&links).chain([0.0]).zip(&links);
    for (load, length) in steps {
        at += *length * DVec2::new(PULL, bears).normalize();
        vertices.push(at);
        bears += load * GRAVITY;
    }
    let middle = DVec2::new(at.x / 2.0, -TOP);
    vertices.into_iter().map(|vertex| vertex - middle).collect()
}

fn ropes(scene: &mut Document, rope: &[DVec2]) {
    let wood = scene.material(&Material::new("Post", 0.3, 0.2, 0.12).rough(0.8));
    let post = shapes::cylinder(0.03, TOP as f32, 24).material(wood);
    let post = scene.mesh("Post", [post]);
    let hemp = scene.material(&Material::new("Hemp", 0.72, 0.55, 0.3).rough(0.9));
    let line = shapes::polyline(rope.iter().map(|at| at.extend(0.0)));
    let line = scene.mesh("Rope", [line.material(hemp)]);
    for (name, z) in [("Rope_left", -PLANK.z / 2.0), ("Rope_right", PLANK.z / 2.0)] {
        for end in [rope[0], rope[rope.len() - 1]] {
            let at = [end.x as f32, TOP as f32 / 2.0, z];
            scene.add(Node::new("Post").at(at).mesh(post));
        }
        scene.add(Node::new(name).at([0.0, 0.0, z]).mesh(line).extras(json!({
            "pliant_body": "rope", "pliant_pin": "left,right", "pliant_density": HEMP, "pliant_bend_model": "none",
            "pliant_thickness": 0.02, "pliant_air_drag": 6, "pliant_self_collision": false,
        })));
    }
}

fn planks(scene: &mut Document, rope: &[DVec2]) {
    let oak = Material::new("Oak", 0.5, 0.33, 0.17).rough(0.7);
    let oak = scene.material(&oak);
    let mesh = scene.mesh("Plank", [shapes::cuboid(PLANK).material(oak)]);
    for plank in 0..PLANKS {
        let first = 2 * plank + 1;
        let along = rope[first + 1] - rope[first];
        let up = along.perp().normalize() * f64::from(PLANK.y) / 2.0;
        let at: DVec3 = (rope[first].midpoint(rope[first + 1]) + up).extend(0.0);
        let turn = Quat::from_rotation_z(along.to_angle() as f32);
        let node = Node::new(&name(plank)).at(at.as_vec3()).turned(turn);
        // 12 to 15 are the corners of a box's underside: −X−Z, +X−Z, +X+Z, −X+Z.
        let ties = format!(
            "12=Rope_left:{first}; 13=Rope_left:{0}; 14=Rope_right:{0}; 15=Rope_right:{first}",
            first + 1
        );
        scene.add(node.mesh(mesh).extras(json!({
            "pliant_body": "soft", "pliant_attach": ties, "pliant_spacing": PLANK.y, "pliant_density": WOOD,
            "pliant_youngs_modulus": 1e7, "pliant_air_drag": 6, "pliant_self_collision": false,
        })));
    }
}

/// Of a plank's node, counted from the left.
fn name(plank: usize) -> String {
    format!("Plank_{}", plank + 1)
}

/// It comes down on the bridge's first quarter, goes along it to the third, and up again.
fn ball(scene: &mut Document, rope: &[DVec2]) {
    let iron = scene.material(&Material::new("Iron", 0.35, 0.36, 0.4).metal().rough(0.4));
    let mesh = scene.mesh("Ball", [shapes::sphere(BALL, 48, 24).material(iron)]);
    let shape = scene.shape(Shape::Sphere { radius: BALL });
    // Beside a rope's vertex, with its centre so far above it.
    let place = |vertex: usize, above: f32| {
        let at = rope[vertex].as_vec2();
        Vec3::new(at.x, at.y + above, 0.0)
    };
    let touches = BALL + PLANK.y;
    let way = [
        place(7, touches + 0.1),
        place(7, touches - 0.05),
        place(12, touches - 0.03),
        place(16, touches - 0.05),
        place(16, touches + 0.3),
    ];
    let node = Node::new("Ball").at(way[0]).mesh(mesh);
    let ball = scene.add(node.collider(shape, None).kinematic());
    let goes = Channel {
        node: ball,
        times: vec![0.0, 0.3, 0.55, 0.8, 0.95],
        interpolation: Interpolation::Linear,
        track: Track::Translation(way.to_vec()),
    };
    scene.animation("Goes over", &[goes]);
}

fn expectations(scene: &mut Document, rope: &[DVec2]) {
    let lowest = rope[rope.len() / 2].y;
    let weight = loads(&links()).sum::<f64>() * GRAVITY;
    for name in ["Rope_left", "Rope_right"] {
        scene.expect(Expect::body(name, "max_strain").max(0.02));
        let carried = Expect::body(name, "pin_force.y").at_end();
        scene.expect(carried.near(-weight, 0.03 * weight));
        let sag = Expect::body(name, "aabb.min.y").at_end();
        scene.expect(sag.near(lowest, 0.01));
    }
    let volume = PLANK.as_dvec3().element_product();
    for plank in 0..PLANKS {
        let kept = Expect::body(&name(plank), "volume");
        scene.expect(kept.near(volume, 0.01 * volume));
    }
    // Two centimetres lower than at the start: half the thickness of a plank.
    let pressed = Expect::body(&name(3), "com.y").at(0.3);
    scene.expect(pressed.max(rope[7].midpoint(rope[8]).y));
}
