//! Rigid bodies: mass, centre and inertia from the file and from colliders, and invalid numbers.

use crate::common::{cube_parts, mesh, open};
use glam::DVec3;
use pliant_scene::{Rigid, Scene};
use serde_json::{Value, json};

/// A box of 1 m, 2 m and 3 m with this motion.
fn file(motion: Value) -> Value {
    let (positions, indices) = cube_parts();
    let mut file = mesh(&positions, &indices, 4);
    file["extensionsRequired"] = json!(["KHR_implicit_shapes", "KHR_physics_rigid_bodies"]);
    file["extensions"] =
        json!({"KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [1, 2, 3]}}]}});
    file["nodes"][0] = json!({"name": "Solid", "translation": [0, 5, 0], "extensions": {"KHR_physics_rigid_bodies": {
        "motion": motion, "collider": {"geometry": {"shape": 0}}}}});
    file
}

fn rigid(motion: Value) -> Rigid {
    let scene: Scene = open(&file(motion)).unwrap();
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    scene.rigids[0].clone()
}

#[test]
fn colliders_give_mass_and_inertia() {
    let body = rigid(json!({}));
    assert_eq!(body.mass, 6000.0);
    assert!(body.center.abs_diff_eq(DVec3::new(0.0, 5.0, 0.0), 1e-9));
    let moments = DVec3::new(4.0 + 9.0, 1.0 + 9.0, 1.0 + 4.0) * 500.0;
    assert!(body.inertia.abs_diff_eq(moments, 1e-6), "{}", body.inertia);
    let body = rigid(json!({"mass": 6}));
    assert!(body.inertia.abs_diff_eq(moments / 1000.0, 1e-9));
    let body = rigid(json!({"mass": 6, "centerOfMass": [0, -1, 0]}));
    assert!(body.center.abs_diff_eq(DVec3::new(0.0, 4.0, 0.0), 1e-9));
    let about = moments / 1000.0 + DVec3::new(6.0, 0.0, 6.0);
    assert!(body.inertia.abs_diff_eq(about, 1e-9), "{}", body.inertia);
}

#[test]
fn zero_is_infinite() {
    assert!(rigid(json!({"mass": 0})).mass.is_infinite());
    let body = rigid(json!({"mass": 2, "inertiaDiagonal": [0, 0, 3]}));
    assert_eq!(body.inertia, DVec3::new(f64::INFINITY, f64::INFINITY, 3.0));
}

#[test]
fn a_motion_takes_the_collider_of_its_key() {
    let mut file = file(json!({}));
    let node = &mut file["nodes"][0];
    node["extensions"] = json!({"KHR_physics_rigid_bodies": {"motion": {}}});
    node["mesh"] = json!(0);
    node["extras"] = json!({"pliant_collider": "box"});
    let scene = open(&file).unwrap();
    assert_eq!((scene.rigids.len(), scene.colliders.len()), (1, 1));
    assert_eq!(scene.rigids[0].mass, 1000.0);
}

#[test]
fn two_shapes_make_one_body() {
    let mut file = file(json!({}));
    let child = json!({"translation": [0, 2, 0], "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}});
    file["nodes"].as_array_mut().unwrap().push(child);
    file["nodes"][0]["children"] = json!([1]);
    let scene = open(&file).unwrap();
    assert_eq!((scene.rigids.len(), scene.colliders.len()), (1, 2));
    assert_eq!(scene.rigids[0].mass, 12_000.0);
    assert!(
        scene.rigids[0]
            .center
            .abs_diff_eq(DVec3::new(0.0, 6.0, 0.0), 1e-9)
    );
}

#[test]
fn numbers_that_no_body_has_are_named() {
    for (motion, said) in [
        (json!({"mass": -1}), "mass"),
        (json!({"inertiaDiagonal": [1, -2, 3]}), "inertiaDiagonal"),
        (json!({"inertiaOrientation": [0, 0, 0, 0]}), "motion"),
        (json!({"centerOfMass": [1e39, 0, 0]}), "motion"),
    ] {
        let line = open(&file(motion)).unwrap_err().to_string();
        assert!(line.contains("\"Solid\"") && line.contains(said), "{line}");
    }
}
