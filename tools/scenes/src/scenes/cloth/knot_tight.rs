//! A rope with an overhand knot is pulled until the knot carries the load.

use crate::scenes::cloth::rope_knot::{evenly, knot};
use crate::scenes::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Track, shapes};
use glam::{DVec3, Vec3};
use serde_json::json;

/// Segments of the rope, each 1.3 times as long as the rope is thick: a knot of longer ones would have corners.
const SEGMENTS: u32 = 120;
/// Thickness of the rope, m.
const THICK: f32 = 0.014;
/// Length of rope that the pull leaves for the knot, m. The shortest overhand knot needs about 10 times the thickness.
const LEFT: f64 = 0.12;
/// Time of the pull, s.
const PULL: f32 = 1.5;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A tight knot: the ends of a rope with an overhand knot are pulled apart until the knot is tight and carries the load.",
    );
    scene.extra("pliant_gravity", json!([0, 0, 0]));
    scene.extra("pliant_substeps", 60);
    scene.camera([1.3, 0.5, 0.35], [0.0, 0.05, 0.0], 38.0);
    let cotton = Material::new("Cotton", 0.7, 0.2, 0.12).roughness(0.9);
    let cotton = scene.material(&cotton);
    let points: Vec<DVec3> = evenly(&knot(), SEGMENTS);
    let length: f64 = points
        .windows(2)
        .map(|pair| pair[0].distance(pair[1]))
        .sum();
    let ends = [points[0], points[points.len() - 1]].map(|p| p.as_vec3());
    let mesh = scene.mesh("Rope", [shapes::polyline(points).material(cotton)]);
    scene.add(Node::new("Rope").mesh(mesh).extras(json!({
        "pliant_body": "rope", "pliant_density": 0.15, "pliant_stretch_compliance": 1e-5, "pliant_bend_compliance": 2e-2,
        "pliant_thickness": THICK, "pliant_friction": 0.3, "pliant_air_drag": 4, "pliant_velocity_damping": 0.9,
        "pliant_attach": ["0=Left", format!("{SEGMENTS}=Right")], "pliant_attach_compliance": 2e-3,
    })));
    let channels = [("Left", ends[0], -0.5), ("Right", ends[1], 0.5)].map(|(name, at, side)| {
        let pulled = Vec3::new(0.0, 0.05, (side * (length - LEFT)) as f32);
        Channel {
            node: scene.add(Node::new(name).at(at)),
            times: vec![0.0, PULL],
            interpolation: Interpolation::Linear,
            track: Track::Translation(vec![at, pulled]),
        }
    });
    scene.animation("Pull", &channels);
    expectations(&mut scene);
    scene
}

/// A rope that went through itself would have no knot, and be slack by `LEFT`. A scene of ropes alone has no metric `intersections`.
fn expectations(scene: &mut Document) {
    let rope = |metric| Expect::body("Rope", metric);
    scene.expect(rope("attachments.0.force.z").at_end().min(1.0).max(50.0));
    scene.expect(rope("attachments.1.force.z").at_end().min(-50.0).max(-1.0));
    scene.expect(rope("max_strain").max(0.1));
    scene.expect(rope("com.z").at_end().near(0.0, 0.05));
    scene.expect(Expect::scene("contacts").at_end().min(4.0));
}
