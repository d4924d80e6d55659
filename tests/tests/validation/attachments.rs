//! Attachments: they carry weights, follow their nodes and conserve momentum.

use glam::{DVec3, Vec3};
use pliant_scene::{Scene, Solver};
use pliant_scenes::{Channel, Document, Interpolation, Node, Primitive, Track, shapes};
use pliant_sim::FrameMetrics;
use pliant_tests::bodies::{Stepping, sheet};
use pliant_tests::momenta::momenta;
use pliant_tests::reference::{near, within};
use pliant_tests::world::{World, merged, scene_of};
use serde_json::{Value, json};

const SOLVERS: [Solver; 2] = [Solver::GaussSeidel, Solver::Jacobi];

fn rope(document: &mut Document, line: Primitive, at: DVec3, keys: Value) {
    let plain = json!({ "pliant_body": "rope", "pliant_mass": 2, "pliant_bend_model": "none", "pliant_air_drag": 10, "pliant_self_collision": false });
    let mesh = document.mesh("Rope", [line]);
    let node = Node::new("Rope").at(at.as_vec3()).mesh(mesh);
    document.add(node.extras(plain).extras(keys));
}

/// A rope of 2 kg that hangs from a node by its first vertex.
fn hung(at: DVec3, keys: Value) -> Scene {
    let mut document = Document::new();
    document.add(Node::new("Hook").at(at.as_vec3() + Vec3::X));
    rope(
        &mut document,
        shapes::chain(10, 0.1, DVec3::NEG_Y),
        at,
        keys,
    );
    scene_of(&document)
}

/// The force of a body on the anchor of its attachment.
fn pull(metrics: &FrameMetrics, body: &str, to: &str) -> DVec3 {
    let body = metrics.bodies.iter().find(|b| b.name == body);
    let attachments = &body.expect("the body").attachments;
    let attachment = attachments.iter().find(|a| a.to == to).expect("the anchor");
    DVec3::from(attachment.force)
}

#[test]
fn a_rope_hangs_from_a_node_with_its_weight() {
    let far = DVec3::new(100.0, 70.0, -90.0);
    for (solver, at, alpha) in [
        (Solver::GaussSeidel, DVec3::ZERO, 0.0),
        (Solver::Jacobi, DVec3::ZERO, 0.0),
        (Solver::GaussSeidel, DVec3::ZERO, 1e-3),
        (Solver::Jacobi, DVec3::ZERO, 1e-3),
        (Solver::GaussSeidel, far, 1e-3),
    ] {
        let keys = json!({ "pliant_attach": "0=Hook", "pliant_attach_compliance": alpha });
        let mut world = World::new(&hung(at, keys), |s| {
            let iterations = if solver == Solver::Jacobi { 60 } else { 2 };
            Stepping::new(20, iterations).apply(s);
            s.solver = solver;
        });
        assert!(
            world.body().attachments.is_empty(),
            "there are forces in frame 0"
        );
        world.run(120);
        let force = pull(&world.measure(), "Rope", "Hook");
        let what = format!("{solver:?}, α {alpha}, at {at}");
        near(&what, -force.y, 2.0 * 9.81, 0.002);
        within(&what, force.x.hypot(force.z), 0.0, 1e-3);
        let sag = (at - world.position(0)).y;
        let wanted = alpha * 2.0 * 9.81;
        // The residual of a compliant attachment falls below 1 % with 60 iterations of Jacobi (docs/method.md §8).
        let tolerance = if solver == Solver::Jacobi {
            0.01 * wanted
        } else {
            0.0
        };
        within(
            &what,
            sag,
            wanted - tolerance - 1e-4,
            wanted + tolerance + 1e-4,
        );
    }
}

#[test]
fn a_soft_body_hangs_from_a_node_and_carries_a_rope() {
    let mut document = Document::new();
    document.add(Node::new("Hook"));
    let mesh = document.mesh("Block", [shapes::cuboid(Vec3::new(0.2, 0.3, 0.2))]);
    let keys = json!({ "pliant_body": "soft", "pliant_spacing": 0.1, "pliant_mass": 3, "pliant_youngs_modulus": 1e5,
        "pliant_air_drag": 10, "pliant_self_collision": false, "pliant_attach": "top=Hook" });
    document.add(Node::new("Block").mesh(mesh).extras(keys));
    let keys = json!({ "pliant_attach": "0=Block" });
    let line = shapes::chain(5, 0.1, DVec3::NEG_Y);
    rope(&mut document, line, DVec3::new(0.03, -0.15, 0.02), keys);
    let mut world = World::new(&scene_of(&document), |s| Stepping::new(20, 2).apply(s));
    world.run(120);
    let metrics = world.measure();
    near("all", -pull(&metrics, "Block", "Hook").y, 5.0 * 9.81, 0.002);
    near(
        "the rope",
        -pull(&metrics, "Rope", "Block").y,
        2.0 * 9.81,
        0.002,
    );
}

#[test]
fn an_attached_vertex_follows_its_node() {
    for solver in SOLVERS {
        let mut document = Document::new();
        let hook = document.add(Node::new("Hook").at([0.5, 0.0, 0.0]));
        let quarter = glam::Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
        let channel = Channel {
            node: hook,
            times: vec![0.0, 1.0],
            interpolation: Interpolation::Linear,
            track: Track::Rotation(vec![glam::Quat::IDENTITY, quarter]),
        };
        document.animation("Turn", &[channel]);
        let keys = json!({ "pliant_attach": "0=Hook", "pliant_attach_compliance": 1e-6, "pliant_damping": 1e3 });
        let line = shapes::chain(3, 0.1, DVec3::NEG_Y);
        rope(&mut document, line, DVec3::ZERO, keys);
        let mut world = World::new(&scene_of(&document), |s| {
            Stepping::new(20, 2).apply(s);
            s.solver = solver;
        });
        for (frames, x, z) in [
            (30, 0.5 - 0.5 * 0.5_f64.sqrt(), 0.5 * 0.5_f64.sqrt()),
            (90, 0.5, 0.5),
        ] {
            world.run(frames);
            let end = world.position(0);
            within(
                "distance from its node",
                end.distance(DVec3::new(x, 0.0, z)),
                0.0,
                5e-4,
            );
        }
    }
}

/// Attachments to triangles, and to vertices.
const SEAMS: [&str; 2] = ["back=Sheet", "0=Sheet:72; 8=Sheet:80; 4=Sheet:76"];

/// Two sheets; the keys of the second, `Sheet#2`, attach it to `Sheet`.
fn seamed_sheets(first: Value, second: Value) -> Scene {
    let mut document = Document::new();
    sheet(&mut document, 9, DVec3::ZERO, first);
    sheet(&mut document, 9, DVec3::new(0.05, -0.02, 0.99), second);
    scene_of(&document)
}

#[test]
fn a_seam_carries_a_hanging_sheet() {
    for (attach, solver) in SEAMS.into_iter().zip(SOLVERS) {
        let keys = |more: Value| {
            let plain = json!({ "pliant_mass": 1, "pliant_air_drag": 8, "pliant_stretch_compliance": 1e-4 });
            merged(plain, &more)
        };
        let scene = seamed_sheets(
            keys(json!({ "pliant_pin": "back" })),
            keys(json!({ "pliant_attach": attach })),
        );
        let mut world = World::new(&scene, |s| {
            Stepping::new(20, 2).apply(s);
            s.solver = solver;
        });
        world.run(240);
        let metrics = world.measure();
        near("below", -pull(&metrics, "Sheet#2", "Sheet").y, 9.81, 0.01);
        let pins = metrics.bodies[0].pin_force.expect("pins")[1];
        // The weight of the nine pinned vertices acts on no constraint: an eighth of a strip's mass each, half at the corners.
        near("above", -pins, (2.0 - 1.0 / 16.0) * 9.81, 0.01);
    }
}

/// Changes of momentum and angular momentum in half a second, of two sheets that their seam pulls together. They do not collide,
/// since friction of contacts would add angular momentum.
fn drift(attach: &str, solver: Solver, substeps: u32) -> [f64; 2] {
    let first = json!({
        "pliant_mass": 1, "pliant_velocity": [0.0, 1.0, 0.0], "pliant_stretch_compliance": 1e-5, "pliant_thickness": 0,
    });
    let second = json!({
        "pliant_mass": 3, "pliant_attach": attach, "pliant_attach_compliance": 1e-3, "pliant_stretch_compliance": 1e-5,
        "pliant_thickness": 0,
    });
    let mut world = World::new(&seamed_sheets(first, second), |s| {
        let defaults = Stepping::new(substeps, 2);
        Stepping {
            gravity: 0.0,
            ..defaults
        }
        .apply(s);
        s.solver = solver;
    });
    let before = momenta(&world.measure().bodies);
    world.run(30);
    let after = momenta(&world.measure().bodies);
    // Their momentum is 1 kg·m/s, and they are 1 m wide.
    [0, 1].map(|i| after[i].distance(before[i]))
}

#[test]
fn a_seam_conserves_momentum() {
    for (attach, solver) in SEAMS.into_iter().zip(SOLVERS) {
        let [linear, angular] = drift(attach, solver, 20);
        within("momentum", linear, 0.0, 1e-5);
        // Implicit steps lose angular momentum in proportion to their length; the seam itself loses none.
        let [_, finer] = drift(attach, solver, 80);
        within("angular momentum", angular, 0.0, 2e-2);
        within("in finer steps", finer / angular, 0.0, 0.35);
    }
}
