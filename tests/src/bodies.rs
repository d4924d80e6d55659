//! The bodies of the validation scenes: ropes and sheets, by default without bending and self-collision.

use crate::world::scene_of;
use glam::{DVec3, Vec3};
use pliant_scene::Scene;
use pliant_scenes::{Document, Mode, Node, Primitive, shapes};
use pliant_sim::Settings;
use serde_json::{Value, json};

/// A scene of one rope, pinned at its first vertex unless `keys` override it.
#[must_use]
pub fn rope(line: Primitive, keys: Value) -> Scene {
    let plain = json!({ "pliant_body": "rope", "pliant_pin": [0], "pliant_bend_model": "none", "pliant_self_collision": false });
    let mut document = Document::new();
    let mesh = document.mesh("Rope", [line]);
    document.add(Node::new("Rope").mesh(mesh).extras(plain).extras(keys));
    scene_of(&document)
}

/// Adds a sheet to a document.
pub fn sheet(document: &mut Document, side: u32, at: DVec3, keys: Value) {
    let plain = json!({ "pliant_body": "cloth", "pliant_links": "grid", "pliant_bend_model": "none", "pliant_self_collision": false });
    let mesh = document.mesh("Sheet", [shapes::grid(side, side, 1.0, 1.0)]);
    let node = Node::new("Sheet").at(at.as_vec3()).mesh(mesh);
    document.add(node.extras(plain).extras(keys));
}

/// Quads along the cantilever of V05, which measures 2 m × 0.4 m.
pub const ALONG: u32 = 20;
/// Quads across it.
pub const ACROSS: u32 = 4;

/// The cantilever of V05, clamped at its left side: a sheet in the plane z = 0 whose quads are split along alternating diagonals.
#[must_use]
pub fn cantilever(keys: Value) -> Scene {
    let id = |i: u32, j: u32| i * (ACROSS + 1) + j;
    let nodes = (0..=ALONG).flat_map(|i| (0..=ACROSS).map(move |j| (i, j)));
    let position = |(i, j): (u32, u32)| Vec3::new(0.1 * i as f32, 0.1 * j as f32, 0.0);
    let mut sheet = Primitive::new(Mode::Triangles, nodes.map(position).collect());
    for (i, j) in (0..ALONG).flat_map(|i| (0..ACROSS).map(move |j| (i, j))) {
        let [a, b, c, d] = [id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)];
        sheet.indices.extend(if (i + j) % 2 == 0 {
            [a, b, c, a, c, d]
        } else {
            [a, b, d, b, c, d]
        });
    }
    let pinned: Vec<u32> = (0..=ACROSS).collect();
    let plain = json!({
        "pliant_body": "cloth", "pliant_model": "stvk", "pliant_poissons_ratio": 0.3, "pliant_density": 1,
        "pliant_pin": pinned, "pliant_bend_model": "none", "pliant_self_collision": false,
    });
    let mut document = Document::new();
    let mesh = document.mesh("Cantilever", [sheet]);
    document.add(
        Node::new("Cantilever")
            .mesh(mesh)
            .extras(plain)
            .extras(keys),
    );
    scene_of(&document)
}

/// The discretization of a frame and the gravity in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stepping {
    /// Length of a frame, s.
    pub dt: f64,
    /// Substeps in a frame.
    pub substeps: u32,
    /// Iterations in a substep.
    pub iterations: u32,
    /// Gravity, m/s², downwards.
    pub gravity: f64,
}

impl Stepping {
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

    /// Copies these values into the settings of a run.
    pub fn apply(self, settings: &mut Settings) {
        settings.fps = 1.0 / self.dt;
        settings.substeps = self.substeps;
        settings.iterations = self.iterations;
        settings.gravity = DVec3::new(0.0, -self.gravity, 0.0);
    }
}
