//! Several lanes per fluid particle give the same flow as one lane, and the same bits in every run.

use pliant_scene::Scene;
use pliant_tests::fluids::{tank, water};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// Particles along the foot of the dam, and their spacing, m.
const FOOT: u16 = 12;
const SPACING: f32 = 0.01;

/// A dam, twice as high as its foot is long, whose fluid has every force that sums over neighbours.
fn dam() -> Scene {
    let n = u32::from(FOOT);
    let keys = json!({"pliant_viscosity": 0.1, "pliant_cohesion": 0.1, "pliant_vorticity": 2});
    let mut document = water([n, 2 * n, n / 2], SPACING, keys);
    let a = f32::from(FOOT) * SPACING;
    tank(
        &mut document,
        glam::Vec3::new(4.0 * a, 4.0 * a, a / 2.0),
        json!({"pliant_friction": 0}),
    );
    scene_of(&document)
}

/// Simulates a fifth of a second of the dam break.
fn broken(sharing: bool) -> World {
    let mut world = World::on_vulkan(
        &dam(),
        |settings| (settings.substeps, settings.iterations) = (5, 4),
        |engine| engine.set_sharing(sharing),
    );
    let summary = world.summary();
    let lanes = if sharing { summary.subgroup } else { 1 };
    assert_eq!(summary.fluid_lanes, lanes);
    world.run(12);
    world
}

#[test]
fn one_lane_and_many_lanes_give_the_same_dam_break() {
    let (alone, shared) = (broken(false).body(), broken(true).body());
    let spacing = f64::from(SPACING);
    let (energy, other) = (alone.kinetic_energy, shared.kinetic_energy);
    println!(
        "com {:?} and {:?}, front {} and {}, kinetic energy {energy} and {other}",
        alone.com, shared.com, alone.aabb[1][0], shared.aabb[1][0]
    );
    for axis in 0..3 {
        let difference = alone.com[axis] - shared.com[axis];
        assert!(difference.abs() < 0.02 * spacing, "{axis}: {difference}");
    }
    let front = alone.aabb[1][0] - shared.aabb[1][0];
    assert!(front.abs() < 0.5 * spacing, "{front}");
    assert!((energy / other - 1.0).abs() < 0.01, "{energy} {other}");
}

#[test]
fn lanes_that_share_particles_give_the_same_bits() {
    let bits = || broken(true).position_bits();
    assert!(bits() == bits(), "the second run differs from the first");
}
