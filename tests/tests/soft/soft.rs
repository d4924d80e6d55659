//! Soft bodies: they gain no energy, and stiffness depends on the material alone, not on substeps and iterations.

use glam::Vec3;
use pliant_scene::{Scene, Solver};
use pliant_scenes::{Document, Node, shapes};
use pliant_sim::BodyMetrics;
use pliant_tests::reference::within;
use pliant_tests::world::{World, committed, scene_of};
use serde_json::{Value, json};

fn energy(body: &BodyMetrics) -> f64 {
    body.kinetic_energy + body.potential_energy + body.elastic_energy
}

/// Cubes of 1 kPa to 10 MPa, ν up to 0.49 and masses from 1 to 100 are pressed and released. Once the plate stops, their
/// energy only decreases.
#[test]
#[ignore = "takes minutes: tools/test --long runs it"]
fn jelly_gains_no_energy_in_ten_seconds() {
    jelly(600);
}

#[test]
fn jelly_gains_no_energy() {
    jelly(150);
}

fn jelly(frames: u32) {
    let mut world = World::new(&committed("jelly"), |_| {});
    // The plate has moved up after 1.4 s.
    world.run(90);
    let mut lowest: Vec<f64> = world.measure().bodies.iter().map(energy).collect();
    for _ in 90..frames {
        world.run(1);
        let metrics = world.measure();
        assert_eq!(metrics.nonfinite, 0);
        for (body, lowest) in metrics.bodies.iter().zip(&mut lowest) {
            let now = energy(body);
            assert!(
                now <= 1.01 * *lowest,
                "frame {}: {} has {now} J after {lowest} J",
                metrics.frame,
                body.name
            );
            *lowest = lowest.min(now);
        }
    }
}

/// A soft bar that is pinned at its left face.
fn bar(keys: Value) -> Scene {
    let mut document = Document::new();
    let bar = shapes::block(Vec3::new(0.8, 0.2, 0.2), 4).translated([0.4, 0.0, 0.0]);
    let mesh = document.mesh("Bar", [bar]);
    document.add(Node::new("Bar").mesh(mesh).extras(keys).extras(json!({
        "pliant_body": "soft", "pliant_pin": "left", "pliant_spacing": 0.1, "pliant_density": 50, "pliant_air_drag": 8,
        "pliant_self_collision": false,
    })));
    scene_of(&document)
}

/// A sheet that hangs from its top row.
fn sheet(keys: Value) -> Scene {
    let mut document = Document::new();
    let mesh = document.mesh("Sheet", [shapes::grid(17, 17, 1.0, 1.0).upright()]);
    document.add(Node::new("Sheet").mesh(mesh).extras(keys).extras(json!({
        "pliant_body": "cloth", "pliant_pin": "top", "pliant_mass": 1, "pliant_links": "grid", "pliant_bend_model": "none",
        "pliant_air_drag": 8, "pliant_self_collision": false,
    })));
    scene_of(&document)
}

/// A balloon whose skin and volume are both compliant, so that its size measures their stiffness.
fn balloon() -> Scene {
    let mut document = Document::new();
    let mesh = document.mesh("Balloon", [shapes::block(Vec3::ONE, 4)]);
    document.add(Node::new("Balloon").mesh(mesh).extras(json!({
        "pliant_body": "balloon", "pliant_mass": 2, "pliant_stretch_compliance": 1e-3, "pliant_bend_model": "none",
        "pliant_pressure": 2, "pliant_volume_compliance": 1e-3, "pliant_air_drag": 8, "pliant_self_collision": false,
    })));
    document.extra("pliant_gravity", json!([0, 0, 0]));
    scene_of(&document)
}

/// The measured value at rest and the residual of the constraints, for every pair of {1, 5, 20} substeps and
/// iterations.
fn sweep(what: &str, scene: &Scene, measure: fn(&BodyMetrics) -> f64) -> Vec<(f64, f64)> {
    let counts = [1, 5, 20];
    let pairs = counts.iter().flat_map(|s| counts.map(|i| (*s, i)));
    let at_rest = |(substeps, iterations)| {
        let mut world = World::new(scene, |settings| {
            (settings.substeps, settings.iterations) = (substeps, iterations);
            settings.residuals = true;
        });
        world.run(90);
        let body = world.body();
        let residual = body.residual.as_ref().expect("asked for").dual;
        println!(
            "{what} {substeps} × {iterations}: {:.5}, residual {residual:.2e}",
            measure(&body)
        );
        (measure(&body), residual)
    };
    pairs.map(at_rest).collect()
}

/// The largest value over the smallest, minus 1.
fn relative_range(values: impl Iterator<Item = f64>) -> f64 {
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), v| {
        (low.min(v), high.max(v))
    });
    high / low - 1.0
}

/// Fails unless all runs whose residual has converged give the same value.
fn assert_converges(what: &str, scene: &Scene, measure: fn(&BodyMetrics) -> f64) {
    let found = sweep(what, scene, measure);
    let most = found.iter().map(|f| f.1).fold(0.0, f64::max);
    let converged = found.iter().filter(|f| f.1 <= 3e-3 * most);
    assert!(converged.clone().count() >= 3, "{what}: {found:?}");
    within(what, relative_range(converged.map(|f| f.0)), 0.0, 0.01);
}

#[test]
fn stiffness_of_cloth_depends_on_the_material_alone() {
    let scene = sheet(json!({"pliant_stretch_compliance": 0.1}));
    assert_converges("cloth", &scene, |body| -body.aabb[0][1]);
}

#[test]
fn stiffness_of_soft_bodies_depends_on_the_material_alone() {
    let scene = bar(json!({"pliant_youngs_modulus": 2e4}));
    assert_converges("soft", &scene, |body| -body.com[1]);
}

#[test]
fn stiffness_of_balloons_depends_on_the_material_alone() {
    assert_converges("balloon", &balloon(), |body| {
        body.volume.expect("it is closed")
    });
}

#[test]
fn stiffness_of_pbd_depends_on_substeps_and_iterations() {
    let pbd = sheet(json!({"pliant_model": "pbd", "pliant_stiffness": 0.05}));
    let found = sweep("PBD", &pbd, |body| -body.aabb[0][1]);
    within(
        "PBD",
        relative_range(found.iter().map(|f| f.0)),
        0.3,
        f64::MAX,
    );
}

/// A sheet that is too soft for its weight, with links and with elements, in both solvers.
#[test]
fn a_strain_limit_holds() {
    let keys = [
        json!({"pliant_strain_limit": 0.1, "pliant_stretch_compliance": 1}),
        json!({"pliant_strain_limit": 0.1, "pliant_model": "stvk", "pliant_youngs_modulus": 5}),
    ];
    for keys in keys {
        let scene = sheet(keys);
        for (solver, most) in [(Solver::GaussSeidel, 0.105), (Solver::Jacobi, 0.12)] {
            let mut world = World::new(&scene, |settings| {
                (settings.iterations, settings.solver) = (10, solver);
            });
            world.run(120);
            let particles = world.positions();
            let rest = 1.0 / 16.0;
            // Vertices of the grid, row by row.
            let edges =
                (0..17 * 16).map(|i| Vec3::from(particles[i]).distance(particles[i + 17].into()));
            let longest = edges.fold(0.0, f32::max) / rest - 1.0;
            within(solver.name(), f64::from(longest), 0.09, most);
            // The pinned row carries half of its quads itself.
            let weight = 9.81 * 31.0 / 32.0;
            let force = world.body().pin_force.expect("it is pinned")[1];
            within("force", force, -1.02 * weight, -0.98 * weight);
        }
    }
}
