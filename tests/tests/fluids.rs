//! Fluids: still water.

use glam::Vec3;
use pliant_tests::no_gpu;
use pliant_tests::waters::{tank, water};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

#[test]
fn still_water_keeps_its_density_and_its_level() {
    if no_gpu() {
        return;
    }
    let mut document = water([12, 10, 8], 0.01, json!({}));
    let smooth = json!({"pliant_friction": 0});
    tank(&mut document, Vec3::new(0.12, 0.2, 0.08), smooth);
    let mut world = World::new(&scene_of(&document), |s| {
        (s.substeps, s.iterations) = (10, 4);
    });
    world.run(60);
    let metrics = world.measure();
    let body = &metrics.bodies[0];
    let fluid = body.fluid.expect("a fluid");
    assert!(fluid.density_error.mean < 0.01, "{fluid:?}");
    assert!((body.com[1] / 0.05 - 1.0).abs() < 0.03, "{:?}", body.com);
    assert!(body.max_penetration.is_some_and(|depth| depth < 1e-5));
    assert_eq!(metrics.overflow.neighbours, 0);
    let built = &world.summary().bodies[0];
    assert!(built.constraints.is_empty(), "{built:?}");
}
