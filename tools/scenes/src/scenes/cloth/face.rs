//! Morph targets push a sheet.

use crate::scenes::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Track, shapes};
use glam::{DVec2, Vec3};
use serde_json::json;

/// Radius of the head, m, and the ratio of its height to its width.
const RADIUS: f32 = 0.3;
const FLAT: f32 = 0.6;
/// How far the nose comes out, m.
const NOSE: f64 = 0.09;
/// Thickness of the sheet, m.
const THICKNESS: f64 = 0.012;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A face under a sheet: a nose, a brow and a mouth, which are morph targets of a head, push a sheet that lies on it.",
    );
    scene.camera([0.75, 0.95, 1.35], [0.0, 0.12, 0.0], 32.0);
    let slate = scene.material(&Material::new("Slate", 0.35, 0.37, 0.4).roughness(0.9));
    scene.floor(-0.25, 4.0, slate);
    let top = head(&mut scene);
    let silk = Material::new("Silk", 1.0, 1.0, 1.0)
        .two_sided()
        .roughness(0.35)
        .checker([64, 92, 140], [226, 224, 214], 10);
    let silk = scene.material(&silk);
    let mut sheet = shapes::grid(41, 41, 0.9, 0.9).material(silk);
    sheet.normals.clear();
    let sheet = scene.mesh("Sheet", [sheet]);
    let start = FLAT * RADIUS + 0.02;
    scene.add(Node::new("Sheet").mesh(sheet).at([0.0, start, 0.0]).extras(json!({
        "pliant_body": "cloth", "pliant_links": "grid", "pliant_stretch_compliance": 1e-6, "pliant_shear_compliance": 1e-4,
        "pliant_bend_compliance": 2000, "pliant_thickness": THICKNESS, "pliant_air_drag": 2, "pliant_friction": 0.2,
    })));
    expectations(&mut scene, top);
    scene
}

/// Adds a head that looks up, and moves its face; returns its height at the end, m.
fn head(scene: &mut Document) -> f64 {
    let clay = scene.material(&Material::new("Clay", 0.5, 0.3, 0.22).roughness(0.8));
    let mut head = shapes::sphere(RADIUS, 40, 26).material(clay);
    head.positions.iter_mut().for_each(|p| p.y *= FLAT);
    head.uvs.clear();
    // Normals of deforming meshes come from their triangles.
    head.normals.clear();
    let positions = head.positions.clone();
    // A bump at a distance from the middle, m, with its height and width.
    let bump = |p: Vec3, at: [f64; 2], height: f64, width: f64| {
        let off = DVec2::new(f64::from(p.x), f64::from(p.z)) - DVec2::from(at);
        let upper = f64::from(p.y / (FLAT * RADIUS)).max(0.0);
        height * upper.sqrt() * (-off.length_squared() / (2.0 * width * width)).exp()
    };
    let target = |heights: &dyn Fn(Vec3) -> f64| -> Vec<Vec3> {
        let up = positions.iter().map(|p| Vec3::Y * heights(*p) as f32);
        up.collect()
    };
    let nose = target(&|p| bump(p, [0.0, 0.0], NOSE, 0.05) + bump(p, [0.0, -0.07], 0.05, 0.04));
    let brow = target(&|p| bump(p, [0.1, -0.1], 0.07, 0.045) + bump(p, [-0.1, -0.1], 0.07, 0.045));
    let mouth = target(&|p| {
        let lips = bump(p, [0.0, 0.13], 0.05, 0.03);
        lips + bump(p, [0.05, 0.13], 0.05, 0.03) + bump(p, [-0.05, 0.13], 0.05, 0.03)
    });
    let tops = positions
        .iter()
        .zip(nose.iter().zip(brow.iter().zip(&mouth)));
    let top = tops.map(|(p, (nose, (brow, mouth)))| (*p + *nose + *brow + 0.5 * *mouth).y);
    let top = f64::from(top.fold(0.0, f32::max));
    let head = head.target(nose).target(brow).target(mouth);
    let mesh = scene.mesh("Head", [head]);
    let keys = json!({"pliant_body": "kinematic", "pliant_friction": 0.2});
    let head = scene.add(Node::new("Head").mesh(mesh).extras(keys));
    let weights = [
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.2],
        [1.0, 1.0, 0.0],
        [1.0, 0.3, 1.0],
        [1.0, 1.0, 0.5],
    ];
    let channel = Channel {
        node: head,
        times: vec![0.0, 0.3, 0.8, 1.2, 1.5, 1.8],
        interpolation: Interpolation::Linear,
        track: Track::Weights(weights.concat()),
    };
    scene.animation("Awakening", &[channel]);
    top
}

/// The sheet lies on the highest point of the face at the end. Nothing passes through the skin or itself.
fn expectations(scene: &mut Document, top: f64) {
    let sheet = |metric| Expect::body("Sheet", metric);
    scene.expect(sheet("max_penetration").max(THICKNESS / 2.0));
    scene.expect(sheet("max_strain").max(0.25));
    scene.expect(
        sheet("aabb.max.y")
            .at_end()
            .near(top + THICKNESS / 2.0, 0.005),
    );
    scene.expect(Expect::scene("intersections").max(0.0));
}
