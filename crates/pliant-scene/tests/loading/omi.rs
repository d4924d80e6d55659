//! OMI_physics_body, OMI_physics_shape and OMI_physics_gravity of the document; `gravity.rs` has that of nodes.

use crate::common::{cloth, cube_parts, mesh, open};
use glam::{DVec3, Vec3};
use pliant_scene::{Scene, Shape};
use serde_json::{Value, json};

/// A cube whose node has `body` by OMI_physics_body, with these shapes in the document.
fn file(shapes: Value, body: Value) -> Value {
    let (positions, indices) = cube_parts();
    let mut file = mesh(&positions, &indices, 4);
    let names = [
        "OMI_physics_body",
        "OMI_physics_shape",
        "OMI_physics_gravity",
    ];
    (file["extensionsUsed"], file["extensionsRequired"]) = (json!(names), json!(names));
    file["extensions"] = json!({"OMI_physics_shape": {"shapes": shapes}});
    file["nodes"][0]["name"] = json!("Solid");
    file["nodes"][0]["extensions"] = json!({"OMI_physics_body": body});
    file
}

fn with_shape(shape: Value) -> Scene {
    let shapes = json!([shape]);
    let scene = open(&file(shapes, json!({"collider": {"shape": 0}}))).unwrap();
    assert_eq!(scene.warnings, [""; 0]);
    scene
}

#[test]
fn every_shape_has_its_defaults() {
    let round = |height, bottom, top| (height, bottom, top);
    let capsule = |(height, bottom, top)| Shape::Capsule {
        height,
        bottom,
        top,
    };
    let cylinder = |(height, bottom, top)| Shape::Cylinder {
        height,
        bottom,
        top,
    };
    for (shape, expected) in [
        (json!({"type": "sphere"}), Shape::Sphere { radius: 0.5 }),
        (
            // As the extension's first version had it.
            json!({"type": "sphere", "radius": 2}),
            Shape::Sphere { radius: 2.0 },
        ),
        (
            json!({"type": "box", "box": {"size": [1, 2, 4]}}),
            Shape::Box {
                half: Vec3::new(0.5, 1.0, 2.0),
            },
        ),
        (json!({"type": "capsule"}), capsule(round(1.0, 0.5, 0.5))),
        (
            json!({"type": "capsule", "capsule": {"radius": 0.25, "radiusTop": 0.125}}),
            capsule(round(1.0, 0.25, 0.125)),
        ),
        (
            json!({"type": "cylinder", "cylinder": {"radiusTop": 0}}),
            cylinder(round(2.0, 0.5, 0.0)),
        ),
    ] {
        let scene = with_shape(shape.clone());
        assert_eq!(scene.colliders[0].shape, expected, "{shape}");
    }
}

#[test]
fn triangles_are_meshes_and_the_hull_of_a_cube_is_a_box() {
    let shape =
        |kind: &str| with_shape(json!({"type": kind, kind: {"mesh": 0}})).colliders[0].shape;
    assert!(matches!(shape("convex"), Shape::Box { .. }));
    assert!(matches!(shape("trimesh"), Shape::Mesh { .. }));
}

#[test]
fn motion_decides_what_a_collider_is() {
    let solid = |body| open(&file(json!([{"type": "box"}]), body)).unwrap();
    for kind in ["static", "kinematic"] {
        let scene = solid(json!({"collider": {"shape": 0}, "motion": {"type": kind}}));
        assert_eq!((scene.colliders.len(), scene.warnings.len()), (1, 0));
    }
    let warnings = solid(json!({"type": "static"})).warnings;
    let reported = warnings[0].contains("first version") && warnings[0].contains("\"Solid\"");
    assert!(reported, "{warnings:?}");
    let dynamic = json!({"type": "dynamic", "mass": 3, "inertiaDiagonal": [0, 0, 0]});
    let scene = solid(json!({"collider": {"shape": 0}, "motion": dynamic}));
    let rigid = &scene.rigids[0];
    assert_eq!((rigid.mass, rigid.inertia), (3.0, DVec3::splat(0.5)));
    let drifts = json!({"type": "kinematic", "linearVelocity": [1, 0, 0]});
    let scene = solid(json!({"collider": {"shape": 0}, "motion": drifts}));
    assert!(scene.rigids[0].mass.is_infinite() && scene.warnings.is_empty());
    assert_eq!(scene.rigids[0].velocity, Vec3::X);
    let none = solid(json!({"collider": {"shape": -1}}));
    assert!(none.colliders.is_empty() && none.warnings.is_empty());
}

#[test]
fn khr_goes_before_omi() {
    let mut file = file(json!([{"type": "box"}]), json!({"collider": {"shape": 0}}));
    file["extensions"]["KHR_implicit_shapes"]["shapes"] = json!([{"type": "sphere"}]);
    file["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"] =
        json!({"collider": {"geometry": {"shape": 0}}});
    let shape = open(&file).unwrap().colliders[0].shape;
    assert_eq!(shape, Shape::Sphere { radius: 0.5 });
}

#[test]
fn what_is_wrong_is_named() {
    let shape = json!({"collider": {"shape": 0}});
    for (shapes, body, culprits) in [
        (json!([]), &shape, ["\"Solid\"", "OMI shape 0"]),
        (
            json!([{"type": "sphere", "sphere": {"radius": -1}}]),
            &shape,
            ["OMI_physics_shape shape 0", "sphere"],
        ),
        (
            json!([{"type": "trimesh", "trimesh": {"mesh": 7}}]),
            &shape,
            ["OMI_physics_shape shape 0", "mesh 7"],
        ),
        (
            json!([{"type": "box", "box": {"size": [1, 1]}}]),
            &shape,
            ["OMI_physics_shape", "shapes 0"],
        ),
        (
            json!([]),
            &json!({"motion": "static"}),
            ["\"Solid\"", "OMI_physics_body"],
        ),
    ] {
        let line = open(&file(shapes, body.clone())).unwrap_err().to_string();
        assert!(culprits.iter().all(|c| line.contains(c)), "{line}");
    }
    let absent = json!([{"type": "convex"}]);
    let scene = open(&file(absent, shape)).unwrap();
    assert!(
        scene.colliders.is_empty() && scene.warnings[0].contains("\"Solid\""),
        "{:?}",
        scene.warnings
    );
}

#[test]
fn gravity_of_the_document_counts() {
    let mut file = cloth();
    file["extensions"]["OMI_physics_gravity"] = json!({"gravity": 3});
    let scene = open(&file).unwrap();
    assert_eq!(scene.settings.gravity, Some(3.0 * Vec3::NEG_Y));
    for wrong in [
        json!({"gravity": "much"}),
        json!({"gravity": 1, "direction": [0, 1]}),
        json!({"gravity": 1e39}),
        json!(9.81),
    ] {
        file["extensions"]["OMI_physics_gravity"] = wrong;
        let line = open(&file).unwrap_err().to_string();
        assert!(line.contains("OMI_physics_gravity"), "{line}");
    }
}
