//! A rope with an overhand knot is pulled tight.

use crate::scenes::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Track, shapes};
use glam::{DVec3, Vec3};
use serde_json::json;

/// Segments of the rope.
const SEGMENTS: u32 = 110;
/// Displacement of each end, m.
const PULL: f32 = 0.5;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A rope knot: an overhand knot is pulled tight by its ends, and holds; the rope does not go through itself.",
    );
    scene.extra("pliant_gravity", json!([0, 0, 0]));
    scene.extra("pliant_substeps", 40);
    scene.camera([1.6, 0.9, 0.6], [0.0, 0.05, 0.0], 38.0);
    let hemp = scene.material(&Material::new("Hemp", 0.6, 0.42, 0.2).roughness(0.9));
    let points: Vec<DVec3> = evenly(&knot(), SEGMENTS);
    let ends = [points[0], points[points.len() - 1]].map(|p| p.as_vec3());
    let mesh = scene.mesh("Rope", [shapes::polyline(points).material(hemp)]);
    scene.add(Node::new("Rope").mesh(mesh).extras(json!({
        "pliant_body": "rope", "pliant_density": 0.1, "pliant_stretch_compliance": 1e-5, "pliant_bend_compliance": 2e-2,
        "pliant_thickness": 0.02, "pliant_friction": 0.5, "pliant_air_drag": 4, "pliant_velocity_damping": 0.9,
        "pliant_attach": ["0=Left", format!("{SEGMENTS}=Right")],
    })));
    let channels = [("Left", ends[0], -PULL), ("Right", ends[1], PULL)].map(|(name, at, pull)| {
        let node = scene.add(Node::new(name).at(at));
        let pulled = Vec3::new(0.0, at.y, at.z + pull);
        Channel {
            node,
            times: vec![0.0, 1.5],
            interpolation: Interpolation::Linear,
            track: Track::Translation(vec![at, pulled]),
        }
    });
    scene.animation("Pull", &channels);
    let rope = |metric| Expect::body("Rope", metric);
    // Without its knot, the rope would be slack by centimetres.
    scene.expect(rope("max_strain").at_end().min(1e-4));
    scene.expect(rope("com.z").at_end().near(0.0, 0.05));
    scene.expect(Expect::scene("contacts").at(1.0).min(1.0));
    scene
}

/// A trefoil that is cut open and drawn out along Z: polynomials of degree 3, 4 and 5.
pub(in crate::scenes) fn knot() -> Vec<DVec3> {
    let at = |i: i32| {
        let t = 2.15 * f64::from(i) / 2000.0;
        let (x, y, z) = (
            t.powi(3) - 3.0 * t,
            t.powi(4) - 4.0 * t * t,
            t.powi(5) - 10.0 * t,
        );
        DVec3::new(0.08 * x, 0.04 * y, 0.018 * z)
    };
    (-2000..=2000).map(at).collect()
}

/// The ends of `segments` equal segments along a curve.
pub(in crate::scenes) fn evenly(curve: &[DVec3], segments: u32) -> Vec<DVec3> {
    let mut lengths = vec![0.0];
    for pair in curve.windows(2) {
        lengths.push(lengths[lengths.len() - 1] + pair[0].distance(pair[1]));
    }
    let total = lengths[lengths.len() - 1];
    let point = |i: u32| {
        let wanted = total * f64::from(i) / f64::from(segments);
        let next = lengths
            .partition_point(|l| *l < wanted)
            .clamp(1, curve.len() - 1);
        let fraction = (wanted - lengths[next - 1]) / (lengths[next] - lengths[next - 1]);
        curve[next - 1].lerp(curve[next], fraction)
    };
    (0..=segments).map(point).collect()
}
