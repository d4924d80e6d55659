//! The committed scenes: one file here writes one file in `scenes/`.
//!
//! Each says in its `extras` what it shows (`about`) and what must hold (`pliant_expect`); the bounds come from statics where
//! there is an answer, and are met by the default run of 120 frames.

mod balloon;
mod bridge;
mod cantilever;
mod catenary;
mod chain;
mod curtain;
mod drape;
mod drape_mesh;
mod flag;
mod hanging_cloth;
mod jelly;
mod scramble;
mod small_steps;
mod stiffness;
mod tear;

use crate::Document;

/// What makes a scene.
pub type Writer = fn() -> Document;

/// Every scene: its file name without `.gltf`, and what makes it.
pub const ALL: [(&str, Writer); 15] = [
    ("balloon", balloon::scene),
    ("bridge", bridge::scene),
    ("cantilever", cantilever::scene),
    ("catenary", catenary::scene),
    ("chain", chain::scene),
    ("curtain", curtain::scene),
    ("drape", drape::scene),
    ("drape_mesh", drape_mesh::scene),
    ("flag", flag::scene),
    ("hanging_cloth", hanging_cloth::scene),
    ("jelly", jelly::scene),
    ("scramble", scramble::scene),
    ("small_steps", small_steps::scene),
    ("stiffness", stiffness::scene),
    ("tear", tear::scene),
];

/// A scene with its sun, and a line that says what it shows.
fn stage(about: &str) -> Document {
    let mut scene = Document::new();
    scene.extra("about", about);
    scene.sun([0.5, 1.0, 0.6], 3.0);
    scene
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use serde_json::Value;

    #[test]
    fn every_scene_is_small_the_same_twice_and_says_what_must_hold() {
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
            assert!(json["cameras"].is_array(), "{name} has a camera");
        }
    }

    #[test]
    fn expectations_name_bodies_that_exist() {
        for (name, write) in ALL {
            let json = write().to_value();
            let bodies: Vec<_> = json["nodes"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|n| n["extras"]["pliant_body"].is_string())
                .collect();
            for expectation in json["scenes"][0]["extras"]["pliant_expect"]
                .as_array()
                .unwrap()
            {
                let known = bodies.iter().any(|n| n["name"] == expectation["body"]);
                assert!(known, "{name}: {expectation}");
            }
        }
    }
}
