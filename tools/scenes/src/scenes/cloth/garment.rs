//! A shirt falls on a hanger.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Mode, Node, Primitive, Shape, shapes};
use glam::{DVec3, Quat, Vec3};
use serde_json::json;
use std::collections::HashMap;

/// Width of a quad of the pattern, m.
const QUAD: f64 = 0.015;
/// The pattern in quads: half width of the body, rows of the body, end of a sleeve from the middle, rows of a sleeve, and half
/// width of the neck.
const BODY: i32 = 20;
const ROWS: i32 = 52;
const CUFF: i32 = 34;
const SLEEVE: i32 = 16;
const NECK: i32 = 6;
/// Fall of the shoulders for each metre away from the neck.
const SLOPE: f64 = 0.35;
/// Depth of the collar in front and at the back, m.
const COLLAR: [f64; 2] = [0.08, 0.02];
/// Depth of the shirt over its width at the start.
const DEPTH: f64 = 0.3;
/// Height of the shoulders at the start, m.
const HEIGHT: f32 = 1.5;
/// Distance of the middle of the hanger below the shoulders at the start, m.
const DROP: f32 = 0.09;
/// Distance of the centre of mass of the hanging shirt below the middle of the hanger, m.
const MASS_BELOW: f64 = 0.41;
/// Radius and length of an arm of the hanger, m, and its angle below the horizontal, radians.
const ARM: [f32; 3] = [0.024, 0.2, 0.3];
/// How much thinner rods are drawn than they collide, m: edges of the shirt that lie across an arm are chords of it.
const CHORD: f32 = 0.005;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A garment: a shirt of 5,000 vertices with a front, a back and two sleeves falls on a hanger and hangs there.",
    );
    // In one substep, the solver passes an impact on by about one edge. As the shirt lands, its mean strain is 5.1 % with the default of
    // 20 substeps, 3.0 % with 30 and 2.3 % with 40.
    scene.extra("pliant_substeps", 40);
    scene.camera([0.55, 1.4, 1.75], [0.0, 1.15, 0.0], 38.0);
    hanger(&mut scene);
    let cotton = Material::new("Cotton", 0.5, 0.14, 0.1).two_sided();
    let cotton = scene.material(&cotton.roughness(0.9));
    let mesh = scene.mesh("Shirt", [shirt().material(cotton)]);
    let shirt = Node::new("Shirt").at([0.0, HEIGHT, 0.0]).mesh(mesh);
    scene.add(shirt.extras(json!({
        "pliant_body": "cloth", "pliant_model": "stvk", "pliant_youngs_modulus": 2000, "pliant_poissons_ratio": 0.25,
        "pliant_bend_compliance": 10000, "pliant_density": 0.2, "pliant_air_drag": 1, "pliant_thickness": 0.004,
        "pliant_friction": 0.5,
    })));
    expectations(&mut scene);
    scene
}

/// Adds a hanger: two arms and a hook on a rail.
fn hanger(scene: &mut Document) {
    let wood = Material::new("Wood", 0.45, 0.28, 0.14).roughness(0.6);
    let wood = scene.material(&wood);
    let steel = Material::new("Steel", 0.55, 0.57, 0.6).metal();
    let steel = scene.material(&steel.roughness(0.35));
    let mut rod = |name: &str, radius, height, material| {
        let mut rod = shapes::capsule(radius - CHORD, height, 16, 8).material(material);
        rod.uvs.clear();
        let shape = Shape::capsule(height, radius);
        (scene.mesh(name, [rod]), scene.shape(shape))
    };
    let ([radius, length, angle], hook) = (ARM, 0.3);
    let arm = rod("Arm", radius, length, wood);
    let hook_rod = rod("Hook", 0.01, hook, steel);
    let rail = rod("Rail", 0.02, 0.6, steel);
    let (sin, cos) = f64::from(angle).sin_cos();
    let [left, right] = [-1.0, 1.0].map(|side| Vec3::new(side * cos as f32, -sin as f32, 0.0));
    let middle = Vec3::new(0.0, HEIGHT - DROP, 0.0);
    for (name, (mesh, shape), along, offset) in [
        ("LeftArm", arm, left, left * length / 2.0),
        ("RightArm", arm, right, right * length / 2.0),
        ("Hook", hook_rod, Vec3::Y, Vec3::Y * hook / 2.0),
        ("Rail", rail, Vec3::Z, Vec3::Y * hook),
    ] {
        let turn = Quat::from_rotation_arc(Vec3::Y, along);
        let node = Node::new(name).at(middle + offset).rotated(turn);
        scene.add(node.mesh(mesh).collider(shape, None));
    }
}

/// Whether a vertex of the pattern, columns from the middle and rows from the shoulders, is part of a panel.
fn in_pattern([column, row]: [i32; 2]) -> bool {
    let beyond = column.abs() > BODY;
    column.abs() <= CUFF && (0..=if beyond { SLEEVE } else { ROWS }).contains(&row)
}

/// Whether front and back share a vertex: along shoulders, sleeves and sides.
fn on_seam([column, row]: [i32; 2]) -> bool {
    let shoulder = row == 0 && column.abs() >= NECK;
    let under_sleeve = row == SLEEVE && column.abs() >= BODY;
    let side = column.abs() == BODY && row >= SLEEVE;
    shoulder || under_sleeve || side
}

/// Half of the depth of the shirt in quads over `DEPTH`: √(2f), where Δf = −1 with f = 0 at the seams. It is the height of a
/// half circle over a strip between two seams. Solved by successive over-relaxation.
fn depths() -> HashMap<[i32; 2], f64> {
    let vertices: Vec<[i32; 2]> = (0..=ROWS)
        .flat_map(|row| (-CUFF..=CUFF).map(move |column| [column, row]))
        .filter(|v| in_pattern(*v))
        .collect();
    let mut f: HashMap<_, _> = vertices.iter().map(|v| (*v, 0.0)).collect();
    for _ in 0..300 {
        for &[column, row] in vertices.iter().filter(|v| !on_seam(**v)) {
            let beside = [[-1, 0], [1, 0], [0, -1], [0, 1]];
            // Beyond an open border, f is mirrored.
            let sum: f64 = beside
                .map(|[x, y]| {
                    let outer = f.get(&[column + x, row + y]);
                    outer.unwrap_or_else(|| &f[&[column - x, row - y]])
                })
                .into_iter()
                .sum();
            let value = f.get_mut(&[column, row]).expect("a vertex of the pattern");
            *value += 1.85 * ((sum + 1.0) / 4.0 - *value);
        }
    }
    f.values_mut().for_each(|f| *f = (2.0 * *f).sqrt());
    f
}

/// The position of a vertex of the front (`side` 1) or the back (−1).
fn position([column, row]: [i32; 2], side: f64, depth: f64) -> Vec3 {
    let [across, down] = [column, row].map(|n| f64::from(n) * QUAD);
    let neck = f64::from(NECK) * QUAD;
    let slope = SLOPE * (across.abs() - neck).max(0.0) * (1.0 - f64::from(row) / f64::from(ROWS));
    let collar = COLLAR[usize::from(side < 0.0)]
        * (1.0 - (across / neck).powi(2)).max(0.0).powi(2)
        * (1.0 - f64::from(row) / f64::from(SLEEVE)).max(0.0);
    DVec3::new(across, -down - slope - collar, side * DEPTH * QUAD * depth).as_vec3()
}

/// A front and a back of the same pattern that share their vertices at seams; it is open at the neck, the cuffs and the hem.
fn shirt() -> Primitive {
    let depths = depths();
    let mut shirt = Primitive::new(Mode::Triangles, Vec::new());
    let mut index = HashMap::new();
    for side in [1, -1] {
        for (row, column) in (0..=ROWS).flat_map(|row| (-CUFF..=CUFF).map(move |c| (row, c))) {
            let vertex = [column, row];
            let shared = side == -1 && on_seam(vertex);
            if in_pattern(vertex) && !shared {
                index.insert((vertex, side), shirt.positions.len() as u32);
                let at = position(vertex, f64::from(side), depths[&vertex]);
                shirt.positions.push(at);
            }
        }
        for (row, column) in (0..ROWS).flat_map(|row| (-CUFF..CUFF).map(move |c| (row, c))) {
            let corners = [[0, 0], [0, 1], [1, 1], [1, 0]].map(|[x, y]| [column + x, row + y]);
            if !corners.into_iter().all(in_pattern) {
                continue;
            }
            let [a, b, c, d] = corners.map(|v| {
                let own = index.get(&(v, side));
                *own.unwrap_or_else(|| &index[&(v, 1)])
            });
            // The front faces +Z, the back −Z.
            let quad = if side == 1 {
                [a, b, c, a, c, d]
            } else {
                [a, c, b, a, d, c]
            };
            shirt.indices.extend(quad);
        }
    }
    shirt
}

/// The shirt hangs on the arms: it has not fallen off, and its sides are about level.
fn expectations(scene: &mut Document) {
    let shirt = |metric| Expect::body("Shirt", metric);
    scene.expect(Expect::scene("intersections").max(0.0));
    scene.expect(shirt("max_penetration").max(2e-3));
    scene.expect(shirt("mean_strain").max(0.03));
    scene.expect(shirt("max_strain").max(0.5));
    scene.expect(shirt("com.x").at_end().near(0.0, 0.03));
    let hanger = f64::from(HEIGHT - DROP);
    scene.expect(shirt("com.y").at_end().near(hanger - MASS_BELOW, 0.06));
    scene.expect(shirt("aabb.max.y").at_end().near(hanger, 0.05));
    scene.expect(Expect::scene("contacts_by_kind.collider").at_end().min(5.0));
}
