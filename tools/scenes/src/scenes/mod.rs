//! The committed scenes: one file here writes one file in `scenes/`.
//!
//! The `extras` of a scene say what it shows (`about`) and what it expects (`pliant_expect`). Bounds follow from statics where
//! possible, and hold in the default run of 120 frames, or in the longer run that `crates/pliant/tests/program/scenes.rs` lists.

mod all_together;
mod balloon;
mod balloon_crowd;
mod boat;
mod boxes;
mod bridge;
mod bunnies;
mod cantilever;
mod car;
mod catenary;
mod chain;
mod chain_of_links;
mod cloth_in_water;
mod cradle;
mod curtain;
mod curtain_drawn;
mod dam_break;
mod dominoes;
mod drape;
mod drape_mesh;
mod dressed;
mod dzhanibekov;
mod face;
mod flag;
mod float;
mod fluid_cube;
mod fold;
mod garment;
mod hanging_cloth;
mod honey_water;
mod jelly;
mod khr;
mod knot_tight;
mod laundry;
mod moving_ball;
mod planet;
mod pour;
mod ragdoll;
mod rope_knot;
mod scramble;
mod small_steps;
mod soft_pile;
mod spinning_top;
mod stack_of_cloths;
mod stiffness;
mod tangled;
mod tear;
mod towel;
mod trampoline;
mod twist;
mod two_cloths;
mod two_fluids;

use crate::{Document, Material, Node, Shape, shapes};
use glam::Vec3;

/// The function that makes a scene.
pub type Writer = fn() -> Document;

/// Every scene: its file name without `.gltf`, and its function.
pub const ALL: [(&str, Writer); 57] = [
    ("all_together", all_together::scene),
    ("balloon", balloon::scene),
    ("balloon_crowd", balloon_crowd::scene),
    ("boxes", boxes::scene),
    ("bridge", bridge::scene),
    ("bunnies", bunnies::scene),
    ("cantilever", cantilever::scene),
    ("catenary", catenary::scene),
    ("chain", chain::scene),
    ("cloth_in_water", cloth_in_water::scene),
    ("cradle", cradle::scene),
    ("curtain", curtain::scene),
    ("boat", boat::scene),
    ("dam_break", dam_break::scene),
    ("drape", drape::scene),
    ("drape_mesh", drape_mesh::scene),
    ("dressed", dressed::scene),
    ("face", face::scene),
    ("flag", flag::scene),
    ("float", float::scene),
    ("fluid_cube", fluid_cube::scene),
    ("fold", fold::scene),
    ("hanging_cloth", hanging_cloth::scene),
    ("honey_water", honey_water::scene),
    ("jelly", jelly::scene),
    ("khr_colliders", khr::colliders),
    ("khr_filters", khr::filters),
    ("khr_joints", khr::joints),
    ("khr_materials", khr::materials),
    ("khr_motions", khr::motions),
    ("khr_triggers", khr::triggers),
    ("rope_knot", rope_knot::scene),
    ("moving_ball", moving_ball::scene),
    ("planet", planet::scene),
    ("pour", pour::scene),
    ("scramble", scramble::scene),
    ("small_steps", small_steps::scene),
    ("soft_pile", soft_pile::scene),
    ("stack_of_cloths", stack_of_cloths::scene),
    ("stiffness", stiffness::scene),
    ("tangled", tangled::scene),
    ("tear", tear::scene),
    ("trampoline", trampoline::scene),
    ("two_cloths", two_cloths::scene),
    ("two_fluids", two_fluids::scene),
    ("car", car::scene),
    ("chain_of_links", chain_of_links::scene),
    ("dominoes", dominoes::scene),
    ("dzhanibekov", dzhanibekov::scene),
    ("ragdoll", ragdoll::scene),
    ("spinning_top", spinning_top::scene),
    ("twist", twist::scene),
    ("laundry", laundry::scene),
    ("curtain_drawn", curtain_drawn::scene),
    ("knot_tight", knot_tight::scene),
    ("towel", towel::scene),
    ("garment", garment::scene),
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
