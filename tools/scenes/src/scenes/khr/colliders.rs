//! Each of six shapes falls on each of six shapes.

use super::super::stage;
use super::{RED, STONE};
use crate::{Document, Expect, Material, Node, Primitive, Shape, shapes};
use glam::{Quat, Vec3};
use serde_json::{Value, json};
use std::f32::consts::FRAC_PI_2;

/// Distance between cells, m.
const PITCH: f32 = 4.0;
/// Height of the top of the fixed shapes, m.
const TOP: f32 = 1.0;
/// Height of the fall, m.
const DROP: f32 = 0.2;

/// A shape with its mesh.
struct Kind {
    name: &'static str,
    mesh: usize,
    /// The `geometry` of its collider.
    geometry: Value,
    turn: Quat,
    /// Distance from its middle to its highest point, or to its lowest for falling shapes, m.
    extent: f32,
}

pub(in super::super) fn scene() -> Document {
    let mut scene = stage(
        "Conformance of colliders: each of six shapes falls on each, and stays above the ground.",
    );
    scene.camera([0.0, 17.0, 24.0], [0.0, 0.0, 1.0], 42.0);
    let fixed = kinds(&mut scene, &Sizes::fixed(), STONE);
    let falling = kinds(&mut scene, &Sizes::falling(), RED);
    for (row, below) in fixed.iter().enumerate() {
        for (column, above) in falling.iter().enumerate() {
            let [x, z] = [column, row].map(|i| PITCH * (i as f32 - 2.5));
            let position = |y| Vec3::new(x, y, z);
            let case = 6 * row + column;
            let name = format!("Collider_{case:02}_{}_on_{}", above.name, below.name);
            let node = below.node(
                &format!("{}_{case:02}", below.name),
                position(TOP - below.extent),
            );
            scene.add(node);
            let node = above.node(&name, position(TOP + DROP + above.extent));
            scene.add(node.motion(json!({ "mass": 1 })));
            scene.expect(Expect::body(&name, "aabb.min.y").min(0.0));
            // Round shapes may have rolled down a little.
            let height = Expect::body(&name, "aabb.min.y").at_end();
            scene.expect(height.min(f64::from(TOP) - 0.1).max(f64::from(TOP) + 0.02));
        }
    }
    scene
}

impl Kind {
    fn node(&self, name: &str, at: Vec3) -> Node {
        let node = Node::new(name).at(at).rotated(self.turn).mesh(self.mesh);
        node.geometry(self.geometry.clone())
    }
}

/// Sizes of the six shapes, m.
struct Sizes {
    radius: f32,
    cube: Vec3,
    /// Heights of capsules, which lie, and of cylinders, which stand.
    heights: [f32; 2],
    /// Half the lower and upper side of a hull.
    hull: [f32; 2],
    /// Whether the mesh is an open sheet (fixed) or a closed surface (falling).
    sheet: bool,
}

impl Sizes {
    fn fixed() -> Self {
        Self {
            radius: 1.5,
            cube: Vec3::new(2.0, 1.0, 2.0),
            heights: [0.5, 1.0],
            hull: [1.3, 1.0],
            sheet: true,
        }
    }

    fn falling() -> Self {
        Self {
            radius: 0.25,
            cube: Vec3::splat(0.5),
            heights: [0.3, 0.5],
            hull: [0.3, 0.1],
            sheet: false,
        }
    }
}

/// Sphere, box, capsule, cylinder, hull and mesh, in the order of the cases of the specification.
fn kinds(scene: &mut Document, sizes: &Sizes, color: [f32; 3]) -> [Kind; 6] {
    let [r, g, b] = color;
    let paint = scene.material(&Material::new("Paint", r, g, b).roughness(0.5));
    let (radius, [long, high]) = (sizes.radius, sizes.heights);
    let shaped = |scene: &mut Document, name, mesh: Primitive, shape, turn, extent| Kind {
        name,
        mesh: scene.mesh(name, [mesh.material(paint)]),
        geometry: json!({ "shape": scene.shape(shape) }),
        turn,
        extent,
    };
    let up = Quat::IDENTITY;
    let ball = Shape::Sphere { radius };
    let ball = shaped(
        scene,
        "sphere",
        shapes::sphere(radius, 24, 12),
        ball,
        up,
        radius,
    );
    let cube = Shape::Box { size: sizes.cube };
    let half = 0.5 * sizes.cube.y;
    let cube = shaped(scene, "box", shapes::cuboid(sizes.cube), cube, up, half);
    let pill = Shape::capsule(long, radius);
    let lies = Quat::from_rotation_x(FRAC_PI_2);
    let mesh = shapes::capsule(radius, long, 24, 6);
    let pill = shaped(scene, "capsule", mesh, pill, lies, radius);
    let drum = Shape::cylinder(high, radius);
    let mesh = shapes::cylinder(radius, high, 24);
    let drum = shaped(scene, "cylinder", mesh, drum, up, 0.5 * high);
    let stump = stump(sizes.hull, high).material(paint);
    let hull = scene.mesh("hull", [stump]);
    let hull = Kind {
        name: "hull",
        mesh: hull,
        geometry: json!({ "mesh": hull, "convexHull": true }),
        turn: up,
        extent: 0.5 * high,
    };
    let triangles = triangles(scene, sizes, paint);
    [ball, cube, pill, drum, hull, triangles]
}

/// The mesh shape: an open sheet, or a closed surface.
fn triangles(scene: &mut Document, sizes: &Sizes, paint: usize) -> Kind {
    let (surface, extent) = if sizes.sheet {
        (shapes::grid(5, 5, 2.5, 2.5), 0.0)
    } else {
        (shapes::cuboid(sizes.cube), 0.5 * sizes.cube.y)
    };
    let mesh = scene.mesh("mesh", [surface.material(paint)]);
    Kind {
        name: "mesh",
        mesh,
        geometry: json!({ "mesh": mesh }),
        turn: Quat::IDENTITY,
        extent,
    }
}

/// A truncated four-sided pyramid of `height` around the origin, without normals.
fn stump([below, above]: [f32; 2], height: f32) -> Primitive {
    let mut stump = shapes::cuboid(Vec3::new(2.0, height, 2.0));
    stump.normals.clear();
    for p in &mut stump.positions {
        let wide = if p.y < 0.0 { below } else { above };
        (p.x, p.z) = (wide * p.x, wide * p.z);
    }
    stump
}
