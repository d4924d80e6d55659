//! Soft bodies whose vertices start at random positions recover their shape.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Primitive, Shape, shapes};
use glam::Vec3;
use serde_json::json;

const SIDE: f32 = 0.4;
/// Distance between bodies, m, so that they do not collide while they recover.
const PITCH: f32 = 1.3;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Three cubes whose vertices start at random places, most of their elements inside out; their rest shape is in \
         _REST_POSITION. Each model finds back.",
    );
    scene.camera([0.0, 0.8, 3.7], [0.0, 0.22, 0.0], 35.0);
    let table = scene.material(&Material::new("Table", 0.5, 0.48, 0.45).roughness(0.9));
    let table = scene.mesh("Table", [shapes::grid(2, 2, 4.0, 2.0).material(table)]);
    let plane = scene.shape(Shape::Plane);
    scene.add(Node::new("Table").mesh(table).collider(plane, None));
    let models = [
        (
            "StVK",
            [0.75, 0.2, 0.2],
            json!({"pliant_youngs_modulus": 1e5, "pliant_poissons_ratio": 0.4, "pliant_damping": 0.005}),
        ),
        (
            "XPBD",
            [0.2, 0.6, 0.3],
            json!({"pliant_model": "xpbd", "pliant_stretch_compliance": 1e-5, "pliant_damping": 20}),
        ),
        ("PBD", [0.2, 0.35, 0.75], json!({"pliant_model": "pbd"})),
    ];
    for (i, (name, color, keys)) in models.into_iter().enumerate() {
        let [r, g, b] = color;
        let material = scene.material(&Material::new(name, r, g, b).two_sided().roughness(0.4));
        let mesh = scene.mesh(name, [scrambled(2 + i as u32).material(material)]);
        let node = Node::new(name).at([PITCH * (i as f32 - 1.0), SIDE / 2.0 + 0.2, 0.0]);
        scene.add(node.mesh(mesh).extras(keys).extras(json!({
            "pliant_body": "soft", "pliant_spacing": SIDE / 4.0, "pliant_density": 200,
            "pliant_air_drag": 2, "pliant_self_collision": false,
        })));
        scene.expect(Expect::body(name, "mean_strain").at_end().max(0.01));
        scene.expect(Expect::body(name, "volume").at_end().near(0.064, 0.002));
    }
    scene
}

/// A cube whose vertices are at random positions in it; coincident vertices of faces stay together.
fn scrambled(seed: u32) -> Primitive {
    let mut cube = shapes::block(Vec3::splat(SIDE), 4);
    let rest = cube.positions.clone();
    for x in &mut cube.positions {
        // Noise depends on the rest position, so that coincident vertices get the same.
        let key = (*x * 1000.0).round().as_ivec3();
        let noise = |salt: u32| {
            let mut bits = seed.wrapping_mul(0x9E37_79B9) ^ salt.wrapping_mul(0x85EB_CA6B);
            for k in key.to_array() {
                bits = (bits ^ k as u32).wrapping_mul(0x27D4_EB2F);
                bits ^= bits >> 15;
            }
            (bits >> 8) as f32 / (1 << 24) as f32 - 0.5
        };
        *x = SIDE * Vec3::new(noise(1), noise(2), noise(3));
    }
    cube.vector("_REST_POSITION", rest)
}
