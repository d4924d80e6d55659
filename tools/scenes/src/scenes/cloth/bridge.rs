//! A rope bridge: planks attached to two ropes, and a ball that crosses it.

use crate::scenes::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Shape, Track, shapes};
use glam::{DVec2, DVec3, Quat, Vec3};
use serde_json::json;

const PLANKS: usize = 11;
/// Size of a plank: along the bridge, up and across, m.
const PLANK: Vec3 = Vec3::new(0.12, 0.04, 0.48);
/// Gap between two planks, m.
const GAP: f64 = 0.06;
/// Densities of planks, kg/m³, and ropes, kg/m.
const WOOD: f64 = 500.0;
const HEMP: f64 = 0.2;
/// Horizontal tension of a rope, which is constant along it, N; a smaller one gives more sag.
const TENSION: f64 = 45.0;
const GRAVITY: f64 = 9.81;
/// Height of the ends of ropes, m.
const TOP: f64 = 1.0;
const BALL: f32 = 0.14;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Eleven planks, stiff soft bodies, are tied to two ropes by their lower corners. It starts as it hangs; a ball goes over it.",
    );
    scene.extra("pliant_substeps", 60);
    scene.camera([1.3, 1.65, 2.5], [0.0, 0.75, 0.0], 36.0);
    let rope = rope();
    ropes(&mut scene, &rope);
    planks(&mut scene, &rope);
    ball(&mut scene, &rope);
    expectations(&mut scene, &rope);
    scene
}

/// Lengths of the links of a rope from left to right: an end, planks and gaps in turn, an end.
fn links() -> Vec<f64> {
    let plank = f64::from(PLANK.x);
    let deck = [plank, GAP].repeat(PLANKS);
    [&[plank], &deck[..2 * PLANKS - 1], &[plank]].concat()
}

/// Mass at each inner vertex, kg: half of both adjacent links, and a quarter of a plank.
fn loads(links: &[f64]) -> impl Iterator<Item = f64> {
    let plank = WOOD * PLANK.as_dvec3().element_product();
    links
        .windows(2)
        .map(move |pair| plank / 4.0 + HEMP * (pair[0] + pair[1]) / 2.0)
}

/// The vertices of a rope at rest. Its horizontal tension is constant, and its vertical tension grows by the weight at each vertex
/// from the middle outwards. Their ratio is the slope of each link.
fn rope() -> Vec<DVec2> {
    let links = links();
    let mut vertical = -loads(&links).sum::<f64>() * GRAVITY / 2.0;
    let mut at = DVec2::ZERO;
    let mut vertices = vec![at];
    let steps = loads(&links).chain([0.0]).zip(&links);
    for (load, length) in steps {
        at += *length * DVec2::new(TENSION, vertical).normalize();
        vertices.push(at);
        vertical += load * GRAVITY;
    }
    let middle = DVec2::new(at.x / 2.0, -TOP);
    vertices.into_iter().map(|vertex| vertex - middle).collect()
}

fn ropes(scene: &mut Document, rope: &[DVec2]) {
    let wood = scene.material(&Material::new("Post", 0.3, 0.2, 0.12).roughness(0.8));
    let post = shapes::cylinder(0.03, TOP as f32, 24).material(wood);
    let post = scene.mesh("Post", [post]);
    let hemp = scene.material(&Material::new("Hemp", 0.72, 0.55, 0.3).roughness(0.9));
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
    let oak = Material::new("Oak", 0.5, 0.33, 0.17).roughness(0.7);
    let oak = scene.material(&oak);
    let mesh = scene.mesh("Plank", [shapes::cuboid(PLANK).material(oak)]);
    for plank in 0..PLANKS {
        let first = 2 * plank + 1;
        let along = rope[first + 1] - rope[first];
        let up = along.perp().normalize() * f64::from(PLANK.y) / 2.0;
        let at: DVec3 = (rope[first].midpoint(rope[first + 1]) + up).extend(0.0);
        let turn = Quat::from_rotation_z(along.to_angle() as f32);
        let node = Node::new(&name(plank)).at(at.as_vec3()).rotated(turn);
        // Vertices 12 to 15 are the corners of the underside of a box: −X−Z, +X−Z, +X+Z, −X+Z.
        let attachments = format!(
            "12=Rope_left:{first}; 13=Rope_left:{0}; 14=Rope_right:{0}; 15=Rope_right:{first}",
            first + 1
        );
        scene.add(node.mesh(mesh).extras(json!({
            "pliant_body": "soft", "pliant_attach": attachments, "pliant_spacing": PLANK.y, "pliant_density": WOOD,
            "pliant_youngs_modulus": 1e7, "pliant_air_drag": 6, "pliant_self_collision": false,
        })));
    }
}

/// Name of the node of a plank, counted from the left.
fn name(plank: usize) -> String {
    format!("Plank_{}", plank + 1)
}

/// Adds a ball that comes down on the first quarter of the bridge, rolls to the third quarter, and moves up again.
fn ball(scene: &mut Document, rope: &[DVec2]) {
    let iron = scene.material(
        &Material::new("Iron", 0.35, 0.36, 0.4)
            .metal()
            .roughness(0.4),
    );
    let mesh = scene.mesh("Ball", [shapes::sphere(BALL, 48, 24).material(iron)]);
    let shape = scene.shape(Shape::Sphere { radius: BALL });
    // A position between the ropes, above their vertex.
    let position = |vertex: usize, above: f32| {
        let at = rope[vertex].as_vec2();
        Vec3::new(at.x, at.y + above, 0.0)
    };
    let contact_height = BALL + PLANK.y;
    let path = [
        position(7, contact_height + 0.1),
        position(7, contact_height - 0.05),
        position(12, contact_height - 0.03),
        position(16, contact_height - 0.05),
        position(16, contact_height + 0.3),
    ];
    let node = Node::new("Ball").at(path[0]).mesh(mesh);
    let ball = scene.add(node.collider(shape, None).kinematic());
    let goes = Channel {
        node: ball,
        times: vec![0.0, 0.3, 0.55, 0.8, 0.95],
        interpolation: Interpolation::Linear,
        track: Track::Translation(path.to_vec()),
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
    // At most 2 cm lower than at the start: half the thickness of a plank.
    let pressed = Expect::body(&name(3), "com.y").at(0.3);
    scene.expect(pressed.max(rope[7].midpoint(rope[8]).y));
}
