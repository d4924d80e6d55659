//! A top spins on its tip.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use glam::{Quat, Vec3};
use serde_json::json;

/// Tilt of its axis, rad.
const TILT: f32 = 0.5;
/// Spin about its axis and the steady precession at that spin, rad/s. The top has 0.3 kg and its centre is 0.12 m from the tip.
/// Its moments of inertia are 7·10⁻⁴ kg m² about its axis and 5.2·10⁻³ kg m² about the tip.
const SPIN: f32 = 180.0;
const PRECESSION: f32 = 3.165_85;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage("A top spins on its tip, leans, and goes round without falling.");
    scene.camera([0.5, 0.42, 0.7], [0.0, 0.1, 0.0], 32.0);
    let wood = scene.material(&Material::new("Wood", 0.55, 0.3, 0.12).roughness(0.5));
    let red = scene.material(&Material::new("Paint", 0.7, 0.12, 0.08).roughness(0.3));
    let ground = scene.material(&Material::new("Ground", 0.5, 0.52, 0.5));
    let floor = scene.mesh("Ground", [shapes::grid(2, 2, 1.2, 1.2).material(ground)]);
    scene.add(Node::new("Ground").mesh(floor));
    let disc = shapes::cylinder(0.08, 0.03, 48).material(red);
    let stick = shapes::cylinder(0.012, 0.12, 24)
        .material(wood)
        .translated(Vec3::new(0.0, -0.06, 0.0));
    let handle = shapes::cylinder(0.012, 0.08, 24)
        .material(wood)
        .translated(Vec3::new(0.0, 0.05, 0.0));
    let mark = shapes::cuboid(Vec3::new(0.03, 0.004, 0.01)).material(wood);
    let mesh = scene.mesh(
        "Top",
        [
            disc,
            stick,
            handle,
            mark.translated(Vec3::new(0.05, 0.016, 0.0)),
        ],
    );
    let turn = Quat::from_rotation_z(-TILT);
    let axis = turn * Vec3::Y;
    let omega = SPIN * axis + PRECESSION * (Vec3::Y - TILT.cos() * axis);
    let own = |v: Vec3| (turn.inverse() * v).to_array();
    let top = Node::new("Top")
        .at(0.12 * axis)
        .rotated(turn)
        .mesh(mesh)
        .extra("pliant_body", "rigid");
    let top = scene.add(top.motion(
        json!({"mass": 0.3, "centerOfMass": [0, 0, 0], "inertiaDiagonal": [8.8e-4, 7e-4, 8.8e-4],
        "linearVelocity": own(omega.cross(0.12 * axis)), "angularVelocity": own(omega)}),
    ));
    let tip =
        scene.physics_joint(json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}));
    let stand = scene.add(Node::new("Stand"));
    scene.add_child(
        top,
        Node::new("Tip").at([0.0, -0.12, 0.0]).joint(stand, tip),
    );
    let height = 0.12 * f64::from(TILT.cos());
    scene.expect(Expect::body("Top", "com.y").near(height, 0.002));
    scene.expect(
        Expect::scene("joints.0.force.y")
            .at_end()
            .near(-0.3 * 9.81, 0.1),
    );
    scene
}
