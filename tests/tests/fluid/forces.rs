//! Cohesion and vorticity confinement of fluids.

use glam::{DVec3, Vec3};
use pliant_tests::fluids::{tank, water};
use pliant_tests::world::{World, scene_of};
use serde_json::{Value, json};

/// A cube of water without gravity.
fn cube(keys: &Value) -> World {
    let document = water([6, 6, 6], 0.01, keys.clone());
    World::new(&scene_of(&document), |settings| {
        (settings.substeps, settings.iterations) = (10, 2);
        settings.gravity = DVec3::ZERO;
    })
}

/// The largest distance of a particle from the centre of mass, in spacings.
fn extent(world: &mut World) -> f64 {
    let middle = DVec3::from(world.body().com);
    let positions = world.positions().into_iter();
    let distances = positions.map(|x| DVec3::from(x.map(f64::from)).distance(middle));
    distances.fold(0.0, f64::max) / 0.01
}

#[test]
fn cohesion_turns_a_cube_into_a_drop() {
    let mut loose = cube(&json!({"pliant_viscosity": 0.2}));
    loose.run(60);
    let corners = extent(&mut loose);
    // Weaker cohesion needs seconds to break the lattice, whose forces cancel by symmetry.
    let mut drop = cube(&json!({"pliant_viscosity": 0.2, "pliant_cohesion": 1}));
    drop.run(60);
    let found = extent(&mut drop);
    println!("largest distance {corners} spacings, with cohesion {found}");
    // Corners of the cube are 2.5 √3 spacings from its centre. The outermost particles of a ball of equal volume are at 3.7 spacings
    // less half a spacing.
    assert!(corners > 4.2, "{corners}");
    assert!(found < 3.8, "{found}");
    let fluid = drop.body().fluid.expect("a fluid");
    assert!(fluid.density_error.mean < 0.02, "{fluid:?}");
}

#[test]
fn cohesion_and_vorticity_confinement_conserve_momentum() {
    let keys = |vorticity: f64| {
        json!({"pliant_cohesion": 0.3, "pliant_vorticity": vorticity,
            "pliant_velocity": [1, 0.5, 0], "pliant_angular_velocity": [0, 0, 8]})
    };
    for vorticity in [0.0, 20.0] {
        let mut world = cube(&keys(vorticity));
        let start = world.body();
        world.run(30);
        let end = world.body();
        let [before, after] = [&start, &end].map(|b| DVec3::from(b.momentum));
        let drift = (after - before).length() / before.length();
        let middle = DVec3::from(end.com);
        let spin = |b: &pliant_sim::BodyMetrics| {
            DVec3::from(b.angular_momentum) - DVec3::from(b.com).cross(b.momentum.into())
        };
        let angular = (spin(&end) - spin(&start)).length() / spin(&start).length();
        println!(
            "vorticity {vorticity}: momentum changes by {drift}, spin by {angular}, at {middle}"
        );
        assert!(drift < 1e-6, "{drift}");
        // Cohesion acts along lines of centres, so it conserves spin; vorticity confinement adds spin by design.
        assert!(vorticity > 0.0 || angular < 0.01, "{angular}");
    }
}

#[test]
fn vorticity_confinement_sustains_a_vortex() {
    let energy = |vorticity: f64| {
        let keys = json!({"pliant_vorticity": vorticity, "pliant_viscosity": 0.05, "pliant_angular_velocity": [0, 8, 0]});
        let mut document = water([8, 5, 8], 0.01, keys);
        tank(
            &mut document,
            Vec3::new(0.08, 0.2, 0.08),
            json!({"pliant_friction": 0}),
        );
        let mut world = World::new(&scene_of(&document), |settings| {
            (settings.substeps, settings.iterations) = (6, 2);
        });
        world.run(30);
        world.body().kinetic_energy
    };
    let [without, with] = [0.0, 20.0].map(energy);
    println!("{without} J without, {with} J with vorticity confinement");
    assert!(with > 1.2 * without, "{without} {with}");
}
