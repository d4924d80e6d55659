//! Boxes, balls and sheets fall on a small planet from all sides.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, Shape, number, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

/// Radius of the planet, m.
const RADIUS: f32 = 0.5;
/// Radius of balls, and half the side of boxes, m.
const HALF: f32 = 0.06;
/// Directions from the centre of the planet to balls.
const BALLS: [[f32; 3]; 3] = [[1.0, -0.4, 1.0], [-1.0, -0.4, 1.0], [1.0, -0.4, -1.0]];
/// Initial height above the ground, m.
const ALTITUDE: f32 = 0.4;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Boxes, balls and a sheet fall on a small planet from all sides, by a gravity volume of OMI_physics_gravity.",
    );
    scene.extra("pliant_gravity", json!([0, 0, 0]));
    scene.extra("pliant_substeps", 10);
    scene.camera([0.95, 0.7, 1.75], [0.0, 0.05, 0.0], 36.0);
    let grip = scene.physics_material(0.8, 0.8, 0.0);
    planet(&mut scene, grip);
    for (i, up) in (0..).zip([Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Y]) {
        falling(&mut scene, (&format!("Box{i}"), true), up, grip);
    }
    for (i, up) in (0..).zip(BALLS) {
        let up = Vec3::from(up).normalize();
        falling(&mut scene, (&format!("Ball{i}"), false), up, grip);
    }
    sheet(&mut scene);
    expectations(&mut scene);
    scene
}

/// Adds a fixed ball with a gravity of 9.81 m/s² at its surface.
fn planet(scene: &mut Document, grip: usize) {
    let moss = Material::new("Moss", 1.0, 1.0, 1.0).roughness(0.8);
    let moss = scene.material(&moss.checker([92, 124, 70], [122, 150, 84], 8));
    let ball = scene.mesh("Planet", [shapes::sphere(RADIUS, 40, 20).material(moss)]);
    let shape = scene.shape(Shape::Sphere { radius: RADIUS });
    let node = Node::new("Planet").mesh(ball);
    scene.add(node.collider(shape, Some(grip)));
    let volume = scene.omi_shape(Shape::Sphere {
        radius: 4.0 * RADIUS,
    });
    let pull =
        json!({ "type": "point", "gravity": 9.81, "point": { "unitDistance": number(RADIUS) } });
    scene.add(Node::new("Gravity").volume(volume).gravity(pull));
}

/// Adds a box or a ball above the ground.
fn falling(scene: &mut Document, (name, square): (&str, bool), up: Vec3, grip: usize) {
    let (mesh, shape, [r, g, b]) = if square {
        let size = Vec3::splat(2.0 * HALF);
        (shapes::cuboid(size), Shape::Box { size }, [0.75, 0.3, 0.12])
    } else {
        let shape = Shape::Sphere { radius: HALF };
        (shapes::sphere(HALF, 24, 12), shape, [0.16, 0.34, 0.62])
    };
    let paint = scene.material(&Material::new(name, r, g, b).roughness(0.5));
    let mesh = scene.mesh(name, [mesh.material(paint)]);
    let shape = scene.shape(shape);
    let node = Node::new(name).mesh(mesh).at((RADIUS + ALTITUDE) * up);
    let node = node.rotated(Quat::from_rotation_arc(Vec3::Y, up));
    scene.add(
        node.collider(shape, Some(grip))
            .motion(json!({ "mass": 1 })),
    );
}

/// Adds a sheet above the north pole.
fn sheet(scene: &mut Document) {
    let linen = Material::new("Linen", 1.0, 1.0, 1.0).two_sided();
    let linen = scene.material(&linen.checker([168, 44, 52], [236, 228, 214], 5));
    let sheet = scene.mesh("Sheet", [shapes::grid(13, 13, 0.72, 0.72).material(linen)]);
    let node = Node::new("Sheet")
        .mesh(sheet)
        .at([0.0, RADIUS + ALTITUDE, 0.0]);
    scene.add(node.extras(json!({
        "pliant_body": "cloth",
        "pliant_friction": 0.8,
        "pliant_thickness": 0.01,
        "pliant_bend_model": "none",
        "pliant_self_collision": false,
    })));
}

/// Expects that every body rests where it fell.
fn expectations(scene: &mut Document) {
    let high = f64::from(RADIUS + HALF);
    for (body, along, side) in [
        ("Box0", "x", 1.0),
        ("Box1", "x", -1.0),
        ("Box2", "z", 1.0),
        ("Box3", "y", -1.0),
    ] {
        let height = Expect::body(body, &format!("com.{along}"));
        scene.expect(height.at_end().near(side * high, 2e-3));
    }
    for (i, up) in BALLS.iter().enumerate() {
        let position = high * Vec3::from(*up).as_dvec3().normalize();
        for (axis, position) in ["x", "y", "z"].into_iter().zip(position.to_array()) {
            let ball = Expect::body(&format!("Ball{i}"), &format!("com.{axis}"));
            scene.expect(ball.at_end().near(position, 5e-3));
        }
    }
    let sheet = |metric| Expect::body("Sheet", metric);
    scene.expect(sheet("max_penetration").max(1e-3));
    scene.expect(sheet("aabb.max.y").at_end().near(f64::from(RADIUS), 0.02));
    scene.expect(sheet("com.x").at_end().near(0.0, 0.02));
    scene.expect(sheet("kinetic_energy").at_end().max(1e-3));
    scene.expect(Expect::scene("sleeping").at_end().min(7.0));
}
