//! Twenty sheets fall into a box.

use crate::scenes::{open_box, stage};
use crate::{Document, Expect, Material, Node, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

const COLORS: [[f32; 3]; 5] = [
    [0.62, 0.1, 0.1],
    [0.8, 0.76, 0.66],
    [0.16, 0.4, 0.3],
    [0.12, 0.24, 0.5],
    [0.75, 0.5, 0.12],
];
/// Layers of four sheets.
const LAYERS: u32 = 5;
/// Side of a sheet, m.
const SIDE: f32 = 0.36;
/// Distance between the middles of sheets at the start, m: more than the diagonal of a sheet, so that none intersect.
const SPACING: f32 = 0.52;
/// Initial speed towards the middle for each metre of distance from it, 1/s.
const GATHER: f32 = 2.0;
/// Half of the inner width of the box, m.
const HALF: f32 = 0.53;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Laundry: twenty sheets with different orientations fall into a box, onto each other, and lie there in a pile.",
    );
    scene.camera([1.5, 1.5, 1.5], [0.0, 0.25, 0.0], 38.0);
    open_box(&mut scene, HALF, 0.6);
    let meshes = COLORS.map(|[red, green, blue]| {
        let dye = Material::new("Cotton", red, green, blue).two_sided();
        let dye = scene.material(&dye.roughness(0.9));
        let mut sheet = shapes::grid(9, 9, SIDE, SIDE).material(dye);
        // Normals follow from the positions, and the file is smaller without them.
        sheet.normals.clear();
        sheet.uvs.clear();
        scene.mesh("Sheet", [sheet])
    });
    let mut random = Random(1);
    for i in 0..4 * LAYERS {
        let side = |bit: u32| SPACING * ((i >> bit & 1) as f32 - 0.5);
        let name = format!("Sheet{}", i + 1);
        let at = Vec3::new(side(0), 0.3 + SPACING * (i / 4) as f32, side(1));
        let node = Node::new(&name).at(at).rotated(random.rotation());
        scene.add(node.mesh(meshes[i as usize % COLORS.len()]).extras(json!({
            "pliant_body": "cloth", "pliant_links": "grid", "pliant_shear_compliance": 1e-3, "pliant_density": 0.2,
            "pliant_bend_compliance": 3000, "pliant_velocity": [-GATHER * at.x, 0.0, -GATHER * at.z],
            "pliant_air_drag": 1, "pliant_thickness": 0.01, "pliant_friction": 0.4,
        })));
        expectations(&mut scene, &name);
    }
    scene.expect(Expect::scene("intersections").max(0.0));
    scene.expect(Expect::scene("contacts").at_end().min(200.0));
    scene
}

/// Every sheet ends inside the box, below its rim.
fn expectations(scene: &mut Document, name: &str) {
    let sheet = |metric| Expect::body(name, metric);
    scene.expect(sheet("max_penetration").max(2e-3));
    scene.expect(sheet("max_strain").max(0.3));
    scene.expect(sheet("aabb.min.y").min(-2e-3));
    scene.expect(sheet("com.y").at_end().max(0.6));
    for axis in ["com.x", "com.z"] {
        scene.expect(sheet(axis).at_end().near(0.0, HALF.into()));
    }
}

/// Pseudorandom numbers, a linear congruential generator.
struct Random(u32);

impl Random {
    /// A number between −1 and 1.
    fn number(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    /// A rotation.
    fn rotation(&mut self) -> Quat {
        Quat::from_array(std::array::from_fn(|_| self.number())).normalize()
    }
}
