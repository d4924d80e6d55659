//! V05 and V13: elastic triangles and hinges compared with Newton's method, beam theory and the elastica.

use glam::{DVec2, Vec3};
use pliant_scene::Solver;
use pliant_scenes::{Document, Mode, Node, Primitive};
use pliant_tests::bodies::{ACROSS, ALONG, Stepping, cantilever};
use pliant_tests::reference::{near, number, numbers, reference, within};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// The error of the tip over its displacement after 50 frames, and the largest error of a node over the length.
fn errors_against_newton(solver: Solver, iterations: u32) -> (f64, f64) {
    let newton = reference("cantilever_stvk");
    let mut world = World::new(
        &cantilever(json!({"pliant_youngs_modulus": 1e3})),
        |settings| {
            let stepping = Stepping {
                dt: 0.008,
                ..Stepping::new(1, iterations)
            };
            stepping.apply(settings);
            settings.solver = solver;
        },
    );
    let saved_frames = numbers(&newton["frames_saved"]);
    let tip = number(&newton["tip_node"]) as usize;
    let mut largest = 0.0_f64;
    for frame in 1..=50 {
        world.run(1);
        if let Some(row) = saved_frames.iter().position(|s| *s == f64::from(frame)) {
            let wanted = newton["pos"][row]
                .as_array()
                .expect("a position for each node");
            for (x, wanted) in world.positions().iter().zip(wanted) {
                let off = plane(x).distance(DVec2::from_slice(&numbers(wanted)));
                largest = largest.max(off);
            }
        }
    }
    let wanted = DVec2::from_slice(&numbers(&newton["tip_xy"][50]));
    let displacement = wanted.distance(DVec2::new(2.0, 0.2));
    let found = plane(&world.positions()[tip]);
    (found.distance(wanted) / displacement, largest / 2.0)
}

fn plane(x: &[f32; 3]) -> DVec2 {
    DVec2::new(x[0].into(), x[1].into())
}

#[test]
fn v05_a_cantilever_falls_as_by_newtons_method() {
    for (iterations, tip, node) in [(20, 0.010, 0.004), (50, 0.003, 0.004)] {
        let (tip_error, node_error) = errors_against_newton(Solver::GaussSeidel, iterations);
        within(
            &format!("{iterations} iterations, tip"),
            tip_error,
            0.0,
            tip,
        );
        within(
            &format!("{iterations} iterations, nodes"),
            node_error,
            0.0,
            node,
        );
    }
    let (tip_error, _) = errors_against_newton(Solver::Jacobi, 400);
    within("400 iterations of Jacobi, tip", tip_error, 0.0, 0.010);
}

#[test]
fn v13_a_a_short_beam_bends_as_its_mesh_predicts() {
    let wanted = number(&reference("analytic")["eb_plane_strain"]["CST_20x4"]);
    let keys = json!({"pliant_youngs_modulus": 1e5, "pliant_air_drag": 30});
    let mut world = World::new(&cantilever(keys), |settings| {
        Stepping {
            gravity: 0.5,
            ..Stepping::new(20, 100)
        }
        .apply(settings);
    });
    let tip = (ALONG * (ACROSS + 1) + ACROSS / 2) as usize;
    let start = world.position(tip).y;
    world.run(45);
    near("tip", start - world.position(tip).y, wanted, 0.005);
}

/// The tip of a strip of one quad across, over its length; `load` is w L³/B, load over bending stiffness. Its first two rows are
/// pinned, half a segment before and after the clamp: a hinge represents the bend of half a segment on each side.
///
/// A hinge between quads, of stiffness k, moves one corner of each quad, so it shares the bend with their diagonals. The squared
/// rotation of the hinges on diagonals is r = 1 + (Δs/b)² times that. The least energy of a total bend Δs/R is that of one
/// hinge of stiffness k r/(1 + r), which has to equal B/Δs.
fn strip(load: f64) -> DVec2 {
    let (segments, width, mass, length) = (40_u32, 0.1, 0.1, 1.0);
    let step = length / (f64::from(segments) + 0.5);
    let stiffness = mass * 9.81 / length * length.powi(3) / load;
    // A softer strip swings more slowly.
    let r = 1.0 + (step / width).powi(2);
    let compliance = step / stiffness * r / (1.0 + r);
    let position = |i: u32| {
        let x = (f64::from(i / 2) - 0.5) * step;
        Vec3::new(x as f32, 0.0, (width * f64::from(i % 2)) as f32)
    };
    let mut sheet = Primitive::new(
        Mode::Triangles,
        (0..2 * (segments + 2)).map(position).collect(),
    );
    for a in (0..2 * (segments + 1)).step_by(2) {
        sheet.indices.extend([a, a + 1, a + 3, a, a + 3, a + 2]);
    }
    let keys = json!({
        "pliant_body": "cloth", "pliant_density": mass / (length * width), "pliant_pin": [0, 1, 2, 3],
        "pliant_links": "grid", "pliant_bend_compliance": compliance, "pliant_self_collision": false, "pliant_air_drag": 11.0 / load.sqrt(),
    });
    let mut document = Document::new();
    let mesh = document.mesh("Strip", [sheet]);
    document.add(Node::new("Strip").mesh(mesh).extras(keys));
    let mut world = World::new(&scene_of(&document), |settings| {
        Stepping::new((2000.0 / load.sqrt()) as u32, 1).apply(settings);
    });
    world.run((90.0 * load.sqrt()) as u32);
    let tip = world.position(2 * (segments as usize + 1));
    DVec2::new(tip.x, -tip.y) / length
}

/// Compares a strip with the elastica of a load in `tests/reference/analytic.json`.
fn elastica(index: usize) {
    let wanted = &reference("analytic")["elastica"][index];
    let (load, [x, drop, chord]) = (
        number(&wanted["wL3_over_B"]),
        ["tip_x_over_L", "tip_drop_over_L", "chord_angle_deg"].map(|key| number(&wanted[key])),
    );
    let tip = strip(load);
    near("x", tip.x, x, 0.02);
    near("drop", tip.y, drop, 0.02);
    let found = tip.y.atan2(tip.x).to_degrees();
    within("chord", found, chord - 1.0, chord + 1.0);
}

#[test]
fn v13_b_a_strip_bends_into_the_elastica() {
    elastica(0);
}

#[test]
fn v13_b_a_softer_strip_bends_further() {
    elastica(1);
}
