//! The bodies of the validation scenes: ropes and sheets, without bending and self-collision unless asked for.

use crate::world::scene_of;
use glam::DVec3;
use pliant_scene::Scene;
use pliant_scenes::{Document, Node, Primitive, shapes};
use pliant_sim::Settings;
use serde_json::{Value, json};

/// A scene of one rope, pinned at its first vertex unless `keys` say otherwise.
#[must_use]
pub fn rope(line: Primitive, keys: Value) -> Scene {
    let plain = json!({ "pliant_body": "rope", "pliant_pin": [0], "pliant_bend_model": "none", "pliant_self_collision": false });
    let mut document = Document::new();
    let mesh = document.mesh("Rope", [line]);
    document.add(Node::new("Rope").mesh(mesh).extras(plain).extras(keys));
    scene_of(&document)
}

/// A sheet in a document that may hold more.
pub fn sheet(document: &mut Document, side: u32, at: DVec3, keys: Value) {
    let plain = json!({ "pliant_body": "cloth", "pliant_links": "grid", "pliant_bend_model": "none", "pliant_self_collision": false });
    let mesh = document.mesh("Sheet", [shapes::grid(side, side, 1.0, 1.0)]);
    let node = Node::new("Sheet").at(at.as_vec3()).mesh(mesh);
    document.add(node.extras(plain).extras(keys));
}

/// How a frame is cut: its length in seconds, substeps, iterations, and the gravity that pulls down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// Length of a frame, s.
    pub dt: f64,
    /// Substeps a frame.
    pub substeps: u32,
    /// Iterations a substep.
    pub iterations: u32,
    /// m/s², downwards.
    pub gravity: f64,
}

impl Cut {
    /// Frames of 1/60 s under Earth's gravity.
    #[must_use]
    pub fn new(substeps: u32, iterations: u32) -> Self {
        Self {
            dt: 1.0 / 60.0,
            substeps,
            iterations,
            gravity: 9.81,
        }
    }

    /// Sets a run's settings.
    pub fn apply(self, settings: &mut Settings) {
        settings.fps = 1.0 / self.dt;
        settings.substeps = self.substeps;
        settings.iterations = self.iterations;
        settings.gravity = DVec3::new(0.0, -self.gravity, 0.0);
    }
}
