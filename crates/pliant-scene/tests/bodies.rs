//! What nodes become by their keys.

mod common;

use common::{cloth, open, rope};
use glam::Vec3;
use pliant_scene::{BendModel, BodyKind, Links, Mass, Model, Shape};
use serde_json::json;

#[test]
fn a_cloth_has_particles_triangles_pins_and_keys() {
    let mut file = cloth();
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_pin": "top", "pliant_links": "grid", "pliant_mass": 2,
        "pliant_stretch_compliance": 0.5, "pliant_self_collision": 0, "pliant_velocity": [1, 2, 3]});
    let scene = open(&file).unwrap();
    let body = &scene.bodies[0];
    assert_eq!(scene.warnings, [""; 0]);
    assert_eq!(
        (scene.body_name(body), body.kind),
        ("Cloth", BodyKind::Cloth)
    );
    assert_eq!(body.particle_of_vertex, (0..9).collect::<Vec<_>>());
    assert_eq!(
        (body.triangles.len(), &body.pinned[..]),
        (8, &[6, 7, 8][..])
    );
    let keys = &body.keys;
    assert_eq!(
        (keys.mass, keys.links, keys.model),
        (Mass::Total(2.0), Links::Grid, Model::Xpbd)
    );
    assert_eq!(
        (
            keys.stretch_compliance,
            keys.shear_compliance,
            keys.bend_compliance
        ),
        (0.5, 0.5, 0.01)
    );
    assert_eq!(
        (keys.thickness, keys.friction, keys.static_friction),
        (0.02, 0.3, 0.3)
    );
    assert_eq!(
        (keys.velocity, keys.bend_model),
        (Vec3::new(1.0, 2.0, 3.0), BendModel::Dihedral)
    );
}

#[test]
fn a_rope_has_segments_and_its_own_defaults() {
    let mut file = rope(5);
    file["nodes"][0]["extras"] = json!({"pliant_body": "rope", "pliant_pin": [0, 4]});
    let scene = open(&file).unwrap();
    let body = &scene.bodies[0];
    assert_eq!(body.segments, [[0, 1], [1, 2], [2, 3], [3, 4]]);
    assert_eq!(body.pinned, [0, 4]);
    assert_eq!(
        (body.keys.mass, body.keys.bend_model),
        (Mass::Density(0.1), BendModel::Distance)
    );
    assert_eq!(
        scene.warnings,
        ["self-collision is not simulated yet: 1 body passes through itself"]
    );
}

#[test]
fn a_static_sphere_is_fitted_to_its_mesh() {
    let mut file = cloth();
    file["nodes"][0] = json!({"name": "Ball", "mesh": 0, "translation": [5, 0, 0], "scale": [2, 2, 2],
        "extras": {"pliant_body": "static", "pliant_collider": "sphere", "pliant_friction": 0.5}});
    let scene = open(&file).unwrap();
    let collider = &scene.colliders[0];
    assert_eq!(
        collider.shape,
        Shape::Sphere {
            radius: 8f32.sqrt()
        }
    );
    assert_eq!(
        collider.placement(scene.pose(0.0, false)[0]).0,
        Vec3::new(7.0, 2.0, 0.0)
    );
    assert_eq!(
        (
            collider.friction,
            collider.static_friction,
            collider.animated
        ),
        (0.5, 0.5, false)
    );
}
