//! V02, V03 and V04: chains with many iterations and with many substeps.

use glam::DVec3;
use pliant_scene::Scene;
use pliant_scenes::shapes;
use pliant_tests::bodies::{Stepping, rope};
use pliant_tests::reference::{near, number, numbers, reference, within};
use pliant_tests::world::World;
use serde_json::{Value, json};

/// Links of every chain in these tests.
const LINKS: u32 = 19;

fn probed(scene: &Scene, stepping: Stepping) -> World {
    World::new(scene, |s| {
        stepping.apply(s);
        s.probes = vec![(0, 0)];
    })
}

/// Relative L2 error of the force on the pin, and the largest error of a position over the chain's length.
fn errors_against_newton(iterations: u32, newton: &Value) -> (f64, f64) {
    let keys = json!({ "pliant_particle_mass": 1, "pliant_stretch_compliance": 1e-8 });
    let scene = rope(shapes::chain(LINKS, 0.1, DVec3::X), keys);
    let mut world = probed(&scene, Stepping::new(1, iterations));
    let forces = numbers(&newton["top_constraint_force_N"]);
    let saved_frames = numbers(&newton["pos_frames"]);
    let (mut off, mut all, mut largest) = (0.0, 0.0, 0.0_f64);
    for (frame, force) in forces.iter().enumerate() {
        world.run(1);
        off += (world.forces()[0].length() - force).powi(2);
        all += force * force;
        if let Some(row) = saved_frames.iter().position(|s| *s == frame as f64) {
            largest = largest.max(largest_error(&mut world, &newton["pos"][row]));
        }
    }
    ((off / all).sqrt(), largest / (0.1 * f64::from(LINKS)))
}

fn largest_error(world: &mut World, wanted: &Value) -> f64 {
    let wanted = wanted
        .as_array()
        .expect("a position for each particle")
        .iter()
        .map(numbers);
    let found = world.positions();
    let distance = |(x, p): (&[f32; 3], Vec<f64>)| {
        DVec3::from(x.map(f64::from)).distance(DVec3::new(p[0], p[1], 0.0))
    };
    found.iter().zip(wanted).map(distance).fold(0.0, f64::max)
}

#[test]
fn v02_a_swinging_chain_follows_newton() {
    let newton = reference("chain20_newton");
    for (iterations, force, position) in
        [(50, 0.06, 0.028), (100, 0.025, 0.013), (1000, 0.006, 0.006)]
    {
        let (force_error, position_error) = errors_against_newton(iterations, &newton);
        within(
            &format!("{iterations} iterations, force"),
            force_error,
            0.0,
            force,
        );
        within(
            &format!("{iterations} iterations, position"),
            position_error,
            0.0,
            position,
        );
    }
}

/// The stretch of a hanging chain of stiff links under g = 10 m/s² in frames of 0.03 s.
struct Hanging {
    /// Distance of the bottom below its rest position at the end, m.
    error: f64,
    /// The largest such distance, m.
    most: f64,
    /// Force on the pin at the end, N.
    force: f64,
}

fn hang(bottom: f32, substeps: u32, iterations: u32, frames: u32) -> Hanging {
    hang_at(DVec3::ZERO, bottom, substeps, iterations, frames)
}

/// As [`hang`], from a pin at `origin`.
fn hang_at(origin: DVec3, bottom: f32, substeps: u32, iterations: u32, frames: u32) -> Hanging {
    let mut masses = vec![1.0; LINKS as usize + 1];
    masses[LINKS as usize] = bottom;
    let points = (0..=LINKS).map(|i| origin + 0.01 * f64::from(i) * DVec3::NEG_Y);
    let line = shapes::polyline(points).scalar("_MASS", masses);
    let stepping = Stepping {
        dt: 0.03,
        gravity: 10.0,
        substeps,
        iterations,
    };
    let mut world = probed(&rope(line, json!({})), stepping);
    // The links' rest lengths add up to where the bottom starts.
    let rest = world.position(LINKS as usize).y;
    let below = |world: &mut World| rest - world.position(LINKS as usize).y;
    let most = (0..frames).map(|_| {
        world.run(1);
        below(&mut world)
    });
    let most = most.fold(0.0, f64::max);
    Hanging {
        error: below(&mut world),
        most,
        force: -world.forces()[0].y,
    }
}

#[test]
fn v03_errors_fall_with_the_square_of_the_substep() {
    let light = &reference("smallsteps_chain")["light"];
    let mut errors = Vec::new();
    for n in [1, 10, 100] {
        let wanted = number(&light[n.to_string()]["substeps"]["err1000"]);
        let found = hang(1.0, n, 1, 1000);
        within(
            &format!("{n} substeps"),
            found.error,
            0.95 * wanted,
            1.12 * wanted,
        );
        // 190 N at rest; with one substep the reference still swings as well.
        let force = number(&light[n.to_string()]["substeps"]["F"]);
        near(&format!("{n} substeps, force"), found.force, force, 0.005);
        errors.push(found.error);
    }
    let power = (errors[1] / errors[2]).log10();
    within("error by substeps to the power of −", power, 1.9, 2.1);
    let by_iterations = hang(1.0, 1, 100, 1000);
    near("100 iterations, force", by_iterations.force, 190.0, 0.005);
    within(
        "error by 100 iterations to that by 100 substeps",
        by_iterations.error / errors[2],
        60.0,
        90.0,
    );
}

/// At 100 m a float32 resolves 8 µm; in a substep, gravity moves a particle by 0.9 µm only.
#[test]
fn v03_holds_a_hundred_metres_away() {
    let wanted = &reference("smallsteps_chain")["light"]["100"]["substeps"];
    let origin = DVec3::new(100.0, 100.0, 100.0);
    let found = hang_at(origin, 1.0, 100, 1, 1000);
    near("force", found.force, number(&wanted["F"]), 0.005);
    let wanted = number(&wanted["err1000"]);
    // Positions are rounded to half of that resolution.
    within(
        "error",
        found.error,
        0.95 * wanted - 4e-6,
        1.12 * wanted + 4e-6,
    );
}

#[test]
fn v04_a_heavy_weight_on_light_links() {
    let heavy = &reference("smallsteps_chain")["heavy_bottom_1e5kg"]["100"];
    let by_iterations = hang(1e5, 1, 100, 1000);
    near(
        "100 iterations",
        by_iterations.most,
        number(&heavy["iters_max"]),
        0.08,
    );
    let by_substeps = hang(1e5, 100, 1, 1000);
    near(
        "100 substeps",
        by_substeps.most,
        number(&heavy["substeps_max"]),
        0.08,
    );
}
