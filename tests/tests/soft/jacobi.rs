//! Jacobi with Chebyshev acceleration is stable for any number of iterations, and exact where a constraint is alone.

use glam::{DMat2, DVec2, DVec3, Vec3};
use pliant_scene::{Scene, Solver};
use pliant_scenes::{Document, Mode, Node, Primitive, shapes};
use pliant_tests::bodies::{Stepping, rope};
use pliant_tests::reference::within;
use pliant_tests::world::{World, committed, scene_of};
use serde_json::json;

/// One is Chebyshev's without momentum; even and odd numbers differ in the roots of their polynomials.
const ITERATIONS: [u32; 4] = [1, 2, 5, 40];
const STEPS: usize = 300;
const DT: f64 = 1.0 / 90.0;
/// Of the springs: 250 N/m and 2.5 kg, so 10 rad/s.
const COMPLIANCE: f64 = 1.0 / 250.0;
const MASS: f64 = 2.5;

/// The previous λ is 0 before the first iteration, whatever the last substep left in its buffer. A stale λ made the elastic
/// rope diverge in its first frames.
#[test]
fn chebyshev_acceleration_restarts_in_each_substep() {
    for iterations in [1, 2, 5, 10, 20] {
        let mut world = World::new(&committed("catenary"), |settings| {
            settings.solver = Solver::Jacobi;
            settings.iterations = iterations;
        });
        world.run(60);
        for body in world.measure().bodies {
            // The elastic rope stretches by 0.11 at rest (5.3 N · 1e-3 m/N / 0.05 m); a sudden load at most doubles it.
            let strain = body.max_strain.expect("a rope has links");
            assert!(
                strain < 0.25,
                "{} at {iterations} iterations: strain {strain}",
                body.name
            );
        }
    }
}

/// Springs in a row along X, of 1 m at rest and pinned at the origin. Each is stretched to 1.5 m.
fn springs(count: u16, damping: f64) -> Scene {
    let line = shapes::chain(u32::from(count), 1.5, DVec3::X);
    let rest = (0..=count).map(|i| f32::from(i) * Vec3::X).collect();
    let keys = json!({
        "pliant_particle_mass": MASS,
        "pliant_stretch_compliance": COMPLIANCE,
        "pliant_damping": damping,
    });
    rope(line.vector("_REST_POSITION", rest), keys)
}

/// A world without gravity, in frames of `DT`.
fn world(scene: &Scene, solver: Solver, substeps: u32, iterations: u32) -> World {
    let stepping = Stepping {
        dt: DT,
        gravity: 0.0,
        ..Stepping::new(substeps, iterations)
    };
    World::new(scene, |settings| {
        stepping.apply(settings);
        settings.solver = solver;
    })
}

/// Implicit Euler's displacements of two springs in a row, at the end of each frame.
fn implicit_euler(substeps: u32, stiffness: DMat2, damping: f64) -> Vec<DVec2> {
    let h = DT / f64::from(substeps);
    let c = damping * h / MASS;
    let damped = stiffness * (COMPLIANCE * c);
    let inverse = (DMat2::IDENTITY + stiffness * (h * h / MASS) + damped).inverse();
    let (mut before, mut now) = (DVec2::new(0.5, 1.0), DVec2::new(0.5, 1.0));
    let frame = |_| {
        for _ in 0..substeps {
            (before, now) = (now, inverse * (2.0 * now - before + damped * now));
        }
        now
    };
    (0..STEPS).map(frame).collect()
}

/// One spring is exact for any number of iterations. A relative error of 1e-6 in λ, which is ten roundings of float32, changes
/// 33 rad of phase by 2e-5 rad, and the position by 1e-5 m. Too much relaxation left 0.35 of the residual.
/// With momentum 40 iterations miss this tolerance (1.5e-5 m, probably by roundings that momentum carries on), so they are not in the list.
#[test]
fn a_lone_spring_is_implicit_euler_for_any_number_of_iterations() {
    let stiffness = DMat2::from_diagonal(DVec2::new(1.0 / COMPLIANCE, 0.0));
    for damping in [0.0, 1.0] {
        let scene = springs(1, damping);
        // With fewer than ten substeps there is no momentum.
        for (substeps, counts) in [(1, &ITERATIONS[..]), (10, &ITERATIONS[..3])] {
            let wanted = implicit_euler(substeps, stiffness, damping);
            for &iterations in counts {
                let mut world = world(&scene, Solver::Jacobi, substeps, iterations);
                let error = wanted.iter().map(|wanted| {
                    world.run(1);
                    (world.position(1).x - 1.0 - wanted.x).abs()
                });
                within(
                    &format!("{substeps} × {iterations}, β {damping}"),
                    error.fold(0.0, f64::max),
                    0.0,
                    1e-5,
                );
            }
        }
    }
}

/// Two springs share a particle, so that iterations have to converge. With α̃ = 32.4 and w = 0.4, a row of the system differs
/// from its diagonal by about 1/80, and relaxation from an exact step by as much, so an iteration leaves at most 1/40. Two leave
/// 6e-4 of λ, which change the phase of 33·1.6 rad by 0.016 rad, so the position by 0.02 m. Five leave 1e-8, which is rounding:
/// 1e-6 of λ changes it by 3e-5 m.
#[test]
fn soft_springs_that_share_a_particle_converge() {
    let scene = springs(2, 0.0);
    let k = 1.0 / COMPLIANCE;
    let stiffness = DMat2::from_cols(DVec2::new(2.0 * k, -k), DVec2::new(-k, k));
    let wanted = implicit_euler(1, stiffness, 0.0);
    for (iterations, most) in [(2, 0.02), (5, 3e-5), (40, 3e-5)] {
        let mut world = world(&scene, Solver::Jacobi, 1, iterations);
        let error = wanted.iter().map(|wanted| {
            world.run(1);
            let [a, b] = [1, 2].map(|i| world.position(i).x - i as f64);
            (DVec2::new(a, b) - *wanted).abs().max_element()
        });
        let what = format!("{iterations} iterations");
        within(&what, error.fold(0.0, f64::max), 0.0, most);
    }
}

/// A triangle of St. Venant-Kirchhoff material, pinned at one corner and stretched by half.
fn triangle() -> Scene {
    let rest = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let stretched = rest.iter().map(|x| *x * Vec3::new(1.5, 1.0, 1.0)).collect();
    let mut triangle = Primitive::new(Mode::Triangles, stretched);
    triangle.indices = vec![0, 1, 2];
    let mut document = Document::new();
    let mesh = document.mesh("Triangle", [triangle.vector("_REST_POSITION", rest)]);
    document.add(Node::new("Triangle").mesh(mesh).extras(json!({
        "pliant_body": "cloth", "pliant_model": "stvk", "pliant_youngs_modulus": 250,
        "pliant_poissons_ratio": 0.3, "pliant_pin": [0], "pliant_particle_mass": MASS,
        "pliant_bend_model": "none", "pliant_self_collision": false,
    })));
    scene_of(&document)
}

/// The three rows of an element are solved as a block. Where it is alone, Jacobi is Gauss-Seidel: both do the same arithmetic,
/// up to roundings of 1e-7 that 300 substeps of a bounded motion add up to less than 1e-4 m. There are ten substeps a frame,
/// since Gauss-Seidel over-relaxes 40 iterations of one substep.
#[test]
fn a_lone_element_is_the_same_with_both_solvers() {
    let scene = triangle();
    for iterations in ITERATIONS {
        let mut worlds =
            [Solver::GaussSeidel, Solver::Jacobi].map(|s| world(&scene, s, 10, iterations));
        let mut most = 0.0_f64;
        for _ in 0..STEPS / 10 {
            let [a, b] = worlds.each_mut().map(|world| {
                world.run(1);
                [1, 2].map(|i| world.position(i))
            });
            most = most.max(a[0].distance(b[0])).max(a[1].distance(b[1]));
        }
        within(&format!("{iterations} iterations"), most, 0.0, 1e-4);
    }
}
