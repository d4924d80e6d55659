//! A ball tears through a curtain, and a swinging rope tears in two.

use crate::scenes::stage;
use crate::{Channel, Document, Expect, Interpolation, Material, Node, Shape, Track, shapes};
use glam::{DVec3, Vec3};
use serde_json::json;

/// Duration of the motion of the ball, s.
const DURATION: f32 = 1.2;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "A ball on rails goes through a curtain and tears it, and a rope parts under the weight that swings on it.",
    );
    scene.extra("pliant_substeps", 20);
    scene.camera([1.3, 1.7, 3.4], [0.1, 1.1, 0.0], 38.0);

    let ground = scene.shape(Shape::Plane);
    scene.add(Node::new("Ground").collider(ground, None));
    ball(&mut scene);
    curtain(&mut scene);
    rope(&mut scene);
    expectations(&mut scene);
    scene
}

fn ball(scene: &mut Document) {
    let iron = scene.material(
        &Material::new("Iron", 0.35, 0.36, 0.4)
            .metal()
            .roughness(0.4),
    );
    let mesh = scene.mesh("Ball", [shapes::sphere(0.2, 48, 24).material(iron)]);
    let shape = scene.shape(Shape::Sphere { radius: 0.2 });
    let path = [Vec3::new(-0.4, 1.3, -1.0), Vec3::new(-0.4, 1.3, 1.2)];
    let node = Node::new("Ball").at(path[0]).mesh(mesh);
    let ball = scene.add(node.collider(shape, None).kinematic());
    let motion = Channel {
        node: ball,
        times: vec![0.0, DURATION],
        interpolation: Interpolation::Linear,
        track: Track::Translation(path.to_vec()),
    };
    scene.animation("Passes", &[motion]);
}

fn curtain(scene: &mut Document) {
    let linen = Material::new("Linen", 1.0, 1.0, 1.0).two_sided().checker(
        [176, 58, 46],
        [238, 226, 208],
        10,
    );
    let linen = scene.material(&linen);
    let sheet = shapes::grid(31, 31, 1.2, 1.2).upright().material(linen);
    let mesh = scene.mesh("Curtain", [sheet]);
    let node = Node::new("Curtain").at([-0.4, 1.4, 0.0]).mesh(mesh);
    scene.add(node.extras(json!({
        "pliant_body": "cloth",
        "pliant_pin": "left,right",
        "pliant_density": 0.3,
        "pliant_stretch_compliance": 1e-3,
        "pliant_bend_compliance": 1e3,
        "pliant_tear_strain": 0.25,
        "pliant_air_drag": 0.5,
        "pliant_thickness": 0.02,
        "pliant_self_collision": false,
    })));
}

/// A rope of 1 m with 1 kg at its end. Its links tear at 0.05 · 0.2 m / 5e-4 m/N = 20 N, about twice the weight.
fn rope(scene: &mut Document) {
    let hemp = scene.material(&Material::new("Hemp", 0.72, 0.55, 0.3).roughness(0.9));
    let masses = (0..=20).map(|v| if v < 20 { 0.0005 } else { 1.0 });
    let line = shapes::chain(20, 0.05, DVec3::X).scalar("_MASS", masses.collect());
    let mesh = scene.mesh("Rope", [line.material(hemp)]);
    let node = Node::new("Rope").at([0.6, 1.9, 0.5]).mesh(mesh);
    scene.add(node.extras(json!({
        "pliant_body": "rope",
        "pliant_pin": [0],
        "pliant_stretch_compliance": 5e-4,
        "pliant_tear_strain": 0.2,
        "pliant_thickness": 0.02,
        "pliant_self_collision": false,
    })));
}

fn expectations(scene: &mut Document) {
    let [curtain, rope] = ["Curtain", "Rope"].map(|body| move |metric| Expect::body(body, metric));
    scene.expect(curtain("tears").at(0.3).max(0.0));
    scene.expect(curtain("tears").at_end().min(10.0).max(400.0));
    scene.expect(rope("tears").at(0.2).max(0.0));
    scene.expect(rope("tears").at_end().near(1.0, 0.0));
}
