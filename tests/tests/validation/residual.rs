//! Residuals measure convergence in a substep: with more iterations those of XPBD fall to zero, those of PBD do not.

use glam::DVec3;
use pliant_scene::{Scene, Solver};
use pliant_scenes::{Document, Node, Shape, shapes};
use pliant_sim::Residual;
use pliant_tests::bodies::{Stepping, sheet};
use pliant_tests::reference::within;
use pliant_tests::world::{World, merged, scene_of};
use serde_json::{Value, json};

const SOLVERS: [Solver; 2] = [Solver::GaussSeidel, Solver::Jacobi];

/// A sheet with hinges that is pinned at one side, and a second sheet attached to the other side.
fn seamed_sheets(keys: &Value) -> Scene {
    let mut document = Document::new();
    let with = |more: Value| {
        let plain = json!({ "pliant_bend_model": "dihedral", "pliant_bend_compliance": 10, "pliant_mass": 1 });
        merged(merged(plain, keys), &more)
    };
    let first = with(json!({ "pliant_pin": "back" }));
    sheet(&mut document, 13, DVec3::ZERO, first);
    let second = with(json!({ "pliant_attach": "back=Sheet", "pliant_attach_compliance": 1e-4 }));
    sheet(&mut document, 13, DVec3::new(0.001, 0.0, 1.0), second);
    scene_of(&document)
}

/// The residuals of both sheets after a first step of 1/60 s in which gravity stretches them.
fn residual(scene: &Scene, solver: Solver, iterations: u32) -> [f64; 2] {
    let mut world = World::new(scene, |s| {
        Stepping::new(1, iterations).apply(s);
        s.gravity = DVec3::new(0.0, 0.0, 9.81);
        (s.solver, s.residuals) = (solver, true);
    });
    assert!(
        world.body().residual.is_none(),
        "there is a residual in frame 0"
    );
    world.run(1);
    let residuals = world.measure().bodies.into_iter();
    let all: Vec<Residual> = residuals.map(|b| b.residual.expect("asked for")).collect();
    let norm = |of: fn(&Residual) -> f64| all.iter().map(|r| of(r).powi(2)).sum::<f64>().sqrt();
    [norm(|r| r.primal), norm(|r| r.dual)]
}

#[test]
fn residuals_fall_with_iterations() {
    let soft = seamed_sheets(&json!({ "pliant_stretch_compliance": 1e-3, "pliant_damping": 0.1 }));
    let pbd = seamed_sheets(&json!({ "pliant_model": "pbd", "pliant_stiffness": 0.5 }));
    for (solver, fall) in [(Solver::GaussSeidel, 2e-3), (Solver::Jacobi, 0.1)] {
        let all = [1, 10, 100, 1000].map(|iterations| residual(&soft, solver, iterations));
        for pair in all.windows(2) {
            within("per factor of ten", pair[1][1] / pair[0][1], 0.0, 0.75);
        }
        within("XPBD", all[3][1] / all[0][1], 0.0, fall);
        // The primal residual, which XPBD neglects, over that of 2 kg: g h² times their mass, as the norm over 338 particles.
        let weight = 2.0 * 9.81 / 3600.0 / 338_f64.sqrt();
        within("primal", all[3][0] / weight, 0.0, 0.01);
        let [few, many] = [1, 1000].map(|iterations| residual(&pbd, solver, iterations));
        within("PBD", many[1] / few[1], 0.8, 1.2);
    }
}

#[test]
fn residuals_at_rest_are_nearly_zero() {
    let mut document = Document::new();
    let ground = document.shape(Shape::Plane);
    document.add(Node::new("Ground").collider(ground, None));
    let mesh = document.mesh("Block", [shapes::cuboid(glam::Vec3::splat(0.2))]);
    let keys = json!({ "pliant_body": "soft", "pliant_spacing": 0.1, "pliant_mass": 8, "pliant_air_drag": 10, "pliant_self_collision": false });
    document.add(
        Node::new("Block")
            .at([0.0, 0.1, 0.0])
            .mesh(mesh)
            .extras(keys),
    );
    let line = shapes::chain(10, 0.1, DVec3::NEG_Y);
    let keys = json!({ "pliant_body": "rope", "pliant_pin": [0], "pliant_mass": 1, "pliant_stretch_compliance": 1e-4, "pliant_bend_model": "none",
        "pliant_air_drag": 10, "pliant_self_collision": false });
    let mesh = document.mesh("Rope", [line]);
    document.add(
        Node::new("Rope")
            .at([1.0, 2.0, 0.0])
            .mesh(mesh)
            .extras(keys),
    );
    let mesh = document.mesh("Ball", [shapes::sphere(0.1, 12, 8)]);
    let keys = json!({ "pliant_body": "balloon", "pliant_pressure": 1.3, "pliant_mass": 1, "pliant_stretch_compliance": 1e-3,
        "pliant_bend_model": "none", "pliant_pin": "top", "pliant_air_drag": 10, "pliant_self_collision": false });
    document.add(
        Node::new("Ball")
            .at([-1.0, 1.0, 0.0])
            .mesh(mesh)
            .extras(keys),
    );
    let scene = scene_of(&document);
    for solver in SOLVERS {
        let mut world = World::new(&scene, |s| {
            Stepping::new(20, 5).apply(s);
            (s.solver, s.residuals) = (solver, true);
        });
        world.run(120);
        for body in world.measure().bodies {
            let Residual { primal, dual } = body.residual.expect("asked for");
            // Tensions of the balloon are many times its weight.
            let [mass, primal_bound, dual_bound] = match body.name.as_str() {
                "Block" => [8.0, 1e-3, 1e-5],
                "Rope" => [1.0, 1e-3, 1e-5],
                _ => [1.0, 0.05, 1e-5],
            };
            let weight = mass * 9.81 / 1200.0_f64.powi(2);
            let what = format!("{solver:?}: {}", body.name);
            within(&what, primal / weight, 0.0, primal_bound);
            if solver == Solver::GaussSeidel {
                within(&what, dual, 0.0, dual_bound);
            }
        }
    }
}
