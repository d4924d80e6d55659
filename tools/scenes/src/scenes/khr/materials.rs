//! Restitution, friction and combine modes of physics materials.

use super::super::stage;
use super::{Cube, RED, STONE};
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

/// Radius of a ball, m.
const RADIUS: f32 = 0.1;
/// Height of the fall, m.
const FALL: f64 = 1.0;
const GRAVITY: f64 = 9.81;
/// Slope of the ramp, rad.
const SLOPE: f32 = 0.35;

pub(in super::super) fn scene() -> Document {
    let mut scene = stage("Conformance of materials: bounce, how materials combine, and friction.");
    scene.camera([3.0, 2.5, 9.0], [3.0, 0.3, 0.0], 45.0);
    let ground = Cube::new(&mut scene, Vec3::new(3.5, 0.2, 2.0), STONE);
    let stone = scene.physics_material(0.5, 0.5, 0.0);
    let node = Node::new("Ground").at([0.5, -0.1, 0.0]).mesh(ground.mesh);
    scene.add(node.collider(ground.shape, Some(stone)));
    let ball = Ball::new(&mut scene);
    let hard = scene.physics_material(0.5, 0.5, 0.8);
    let dull = scene.physics_material(0.5, 0.5, 0.0);
    // Averaged with the restitution of the ground, which is 0.
    ball.bounces(&mut scene, -0.8, "Material_00_high_restitution", hard, 0.4);
    ball.bounces(&mut scene, -0.2, "Material_00_low_restitution", dull, 0.0);
    for (x, way, restitution) in [
        (0.6, "minimum", 0.0),
        (1.2, "maximum", 0.5),
        (1.8, "multiply", 0.0),
    ] {
        let material = scene.physics_material(0.5, 0.5, 0.5);
        scene.combine(material, "average", way);
        ball.bounces(
            &mut scene,
            x,
            &format!("Material_01_{way}"),
            material,
            restitution,
        );
    }
    slide(&mut scene);
    scene
}

/// Mesh and collider shape of a ball.
struct Ball {
    mesh: usize,
    shape: usize,
}

impl Ball {
    fn new(scene: &mut Document) -> Self {
        let paint = scene.material(&Material::new("Ball", 0.7, 0.15, 0.1));
        let ball = shapes::sphere(RADIUS, 16, 8).material(paint);
        Self {
            mesh: scene.mesh("Ball", [ball]),
            shape: scene.shape(Shape::Sphere { radius: RADIUS }),
        }
    }

    /// Adds a ball that falls, and expects a bounce with this restitution.
    fn bounces(&self, scene: &mut Document, x: f32, name: &str, material: usize, restitution: f64) {
        let node = Node::new(name)
            .at([x, RADIUS + FALL as f32, 0.0])
            .mesh(self.mesh);
        scene.add(node.collider(self.shape, Some(material)).motion(json!({})));
        // It leaves the ground with a fraction of its speed, and is highest after that fraction of the fall time.
        let fall = (2.0 * FALL / GRAVITY).sqrt();
        let top = f64::from(RADIUS) + FALL * restitution * restitution;
        let then = fall * (1.0 + restitution.max(0.4));
        scene.expect(Expect::body(name, "com.y").at(then).near(top, 0.02));
    }
}

/// Adds two cubes on a ramp, of which one slides down.
fn slide(scene: &mut Document) {
    let turn = Quat::from_rotation_z(-SLOPE);
    let ramp = Cube::new(scene, Vec3::new(5.0, 0.2, 2.0), STONE);
    let middle = Vec3::new(5.5, 0.0, 0.0);
    let stone = scene.physics_material(0.5, 0.5, 0.0);
    let node = Node::new("Ramp").at(middle).rotated(turn).mesh(ramp.mesh);
    scene.add(node.collider(ramp.shape, Some(stone)));
    let cube = Cube::new(scene, Vec3::splat(0.3), RED);
    for (z, name, way, friction) in [
        (-0.4, "Material_02_low_friction", "minimum", 0.1),
        (0.4, "Material_02_high_friction", "maximum", 0.9),
    ] {
        let material = scene.physics_material(friction, friction, 0.0);
        scene.combine(material, way, "average");
        let at = middle + turn * Vec3::new(-2.0, 0.25, z);
        let node = Node::new(name).at(at).rotated(turn).mesh(cube.mesh);
        scene.add(node.collider(cube.shape, Some(material)).motion(json!({})));
        let (sine, cosine) = f64::from(SLOPE).sin_cos();
        let along = (GRAVITY * (sine - f64::from(friction) * cosine)).max(0.0);
        // The position after a second.
        let x = f64::from(at.x) + 0.5 * along * cosine;
        scene.expect(Expect::body(name, "com.x").at(1.0).near(x, 0.02));
    }
}
