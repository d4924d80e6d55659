//! The committed scenes: one file here writes one file in `scenes/`.
//!
//! The `extras` of a scene say what it shows (`about`) and what it expects (`pliant_expect`). Bounds follow from statics where
//! possible, and hold in the default run of 120 frames, or in the longer run that `crates/pliant/tests/program/scenes.rs` lists.

mod all_together;
mod cloth;
mod fluid;
mod khr;
mod rigid;
mod soft;

use crate::{Document, Material, Node, Shape, shapes};
use glam::Vec3;

/// The function that makes a scene.
pub type Writer = fn() -> Document;

/// Every scene: its file name without `.gltf`, and its function.
pub const ALL: [(&str, Writer); 57] = [
    ("all_together", all_together::scene),
    ("balloon", soft::balloon::scene),
    ("balloon_crowd", soft::balloon_crowd::scene),
    ("boxes", rigid::boxes::scene),
    ("bridge", cloth::bridge::scene),
    ("bunnies", soft::bunnies::scene),
    ("cantilever", soft::cantilever::scene),
    ("catenary", cloth::catenary::scene),
    ("chain", cloth::chain::scene),
    ("cloth_in_water", fluid::cloth_in_water::scene),
    ("cradle", rigid::cradle::scene),
    ("curtain", cloth::curtain::scene),
    ("boat", fluid::boat::scene),
    ("dam_break", fluid::dam_break::scene),
    ("drape", cloth::drape::scene),
    ("drape_mesh", cloth::drape_mesh::scene),
    ("dressed", cloth::dressed::scene),
    ("face", cloth::face::scene),
    ("flag", cloth::flag::scene),
    ("float", fluid::float::scene),
    ("fluid_cube", fluid::fluid_cube::scene),
    ("fold", cloth::fold::scene),
    ("hanging_cloth", cloth::hanging_cloth::scene),
    ("honey_water", fluid::honey_water::scene),
    ("jelly", soft::jelly::scene),
    ("khr_colliders", khr::colliders),
    ("khr_filters", khr::filters),
    ("khr_joints", khr::joints),
    ("khr_materials", khr::materials),
    ("khr_motions", khr::motions),
    ("khr_triggers", khr::triggers),
    ("rope_knot", cloth::rope_knot::scene),
    ("moving_ball", rigid::moving_ball::scene),
    ("planet", rigid::planet::scene),
    ("pour", fluid::pour::scene),
    ("scramble", soft::scramble::scene),
    ("small_steps", cloth::small_steps::scene),
    ("soft_pile", soft::soft_pile::scene),
    ("stack_of_cloths", cloth::stack_of_cloths::scene),
    ("stiffness", cloth::stiffness::scene),
    ("tangled", cloth::tangled::scene),
    ("tear", cloth::tear::scene),
    ("trampoline", cloth::trampoline::scene),
    ("two_cloths", cloth::two_cloths::scene),
    ("two_fluids", fluid::two_fluids::scene),
    ("car", rigid::car::scene),
    ("chain_of_links", rigid::chain_of_links::scene),
    ("dominoes", rigid::dominoes::scene),
    ("dzhanibekov", rigid::dzhanibekov::scene),
    ("ragdoll", rigid::ragdoll::scene),
    ("spinning_top", rigid::spinning_top::scene),
    ("twist", cloth::twist::scene),
    ("laundry", cloth::laundry::scene),
    ("curtain_drawn", cloth::curtain_drawn::scene),
    ("knot_tight", cloth::knot_tight::scene),
    ("towel", cloth::towel::scene),
    ("garment", cloth::garment::scene),
];

/// A scene with a sun, and a line that says what it shows.
fn stage(about: &str) -> Document {
    let mut scene = Document::new();
    scene.extra("about", about);
    scene.sun([0.5, 1.0, 0.6], 3.0);
    scene
}

/// Adds a floor and four walls of `height` m, `half` m from the middle, open at the top.
fn open_box(scene: &mut Document, half: f32, height: f32) {
    walls(scene, Vec3::new(2.0 * half, height, 2.0 * half), 0.04);
}

/// Adds a tank of this inner size, m, open at the top, with the middle of its floor at the origin. Its walls are as thin as
/// glass, so that the edge of the water is visible.
fn tank(scene: &mut Document, size: Vec3) {
    walls(scene, size, 0.01);
}

/// Adds a floor and four walls of this inner size and thickness, m, open at the top.
fn walls(scene: &mut Document, size: Vec3, thick: f32) {
    let wall = scene.material(&Material::new("Box", 0.6, 0.62, 0.65).roughness(0.6));
    let glass = scene.material(
        &Material::new("Glass", 0.8, 0.9, 0.95)
            .roughness(0.1)
            .opacity(0.1),
    );
    let (half, rise, height) = (size / 2.0, size.y / 2.0, size.y);
    let outer = size + 2.0 * thick;
    let floor = Vec3::new(outer.x, thick, outer.z);
    let side = Vec3::new(thick, height, outer.z);
    let across = Vec3::new(size.x, height, thick);
    let plates = [
        ("Floor", floor, Vec3::new(0.0, -thick / 2.0, 0.0)),
        ("Left", side, Vec3::new(-half.x - thick / 2.0, rise, 0.0)),
        ("Right", side, Vec3::new(half.x + thick / 2.0, rise, 0.0)),
        ("Back", across, Vec3::new(0.0, rise, -half.z - thick / 2.0)),
        ("Front", across, Vec3::new(0.0, rise, half.z + thick / 2.0)),
    ];
    for (name, size, at) in plates {
        let shape = scene.shape(Shape::Box { size });
        // Opaque, these two would hide the inside.
        let material = match name {
            "Front" | "Right" => glass,
            _ => wall,
        };
        let mesh = scene.mesh(name, [shapes::cuboid(size).material(material)]);
        let node = Node::new(name).at(at).mesh(mesh);
        scene.add(node.collider(shape, None));
    }
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use serde_json::Value;

    #[test]
    fn every_scene_is_small_the_same_twice_and_has_expectations() {
        for (name, write) in ALL {
            let file = write().to_gltf();
            assert!(file.len() < 200_000, "{name} has {} bytes", file.len());
            assert_eq!(file, write().to_gltf(), "{name}");
            let json: Value = serde_json::from_str(&file).unwrap();
            let extras = &json["scenes"][0]["extras"];
            assert!(
                extras["about"].is_string() && extras["pliant_expect"].is_array(),
                "{name}"
            );
            assert!(json["cameras"].is_array(), "{name} has no camera");
        }
    }

    #[test]
    fn expectations_refer_to_existing_bodies() {
        for (name, write) in ALL {
            let json = write().to_value();
            let bodies: Vec<_> = json["nodes"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|n| {
                    let motion = &n["extensions"]["KHR_physics_rigid_bodies"]["motion"];
                    n["extras"]["pliant_body"].is_string() || motion.is_object()
                })
                .collect();
            for expectation in json["scenes"][0]["extras"]["pliant_expect"]
                .as_array()
                .unwrap()
            {
                let body = &expectation["body"];
                let known = body.is_null() || bodies.iter().any(|n| n["name"] == *body);
                assert!(known, "{name}: {expectation}");
            }
        }
    }
}
