//! Collision filters of single colliders and of colliders of a compound body.

use super::super::stage;
use super::{Cube, RED, STONE};
use crate::{Document, Expect, Node};
use glam::{Quat, Vec3};
use serde_json::{Value, json};
use std::f32::consts::PI;

/// Distance between cells, m.
const PITCH: f32 = 5.0;

pub(in super::super) fn scene() -> Document {
    let mut scene = stage(
        "Conformance of filters: of two bodies in each case one is held, the other goes through.",
    );
    scene.camera([7.5, 5.0, 20.0], [7.5, 0.5, 0.0], 45.0);
    let ground = Cube::new(&mut scene, Vec3::new(4.5, 0.4, 2.0), STONE);
    let cube = Cube::new(&mut scene, Vec3::splat(0.5), RED);
    let ground_filter = scene.collision_filter(json!({ "collisionSystems": ["ground"] }));
    // Filters with and without the ground: first as the systems to collide with, then as those not to collide with.
    let with =
        |systems: &str| json!({ "collisionSystems": ["bodies"], "collideWithSystems": [systems] });
    let without = |systems: &str| json!({ "collisionSystems": ["bodies"], "notCollideWithSystems": [systems] });
    let pairs = [
        [with("ground"), with("bodies")],
        [without("bodies"), without("ground")],
    ];
    for (case, filters) in pairs.iter().chain(&pairs).enumerate() {
        let middle = PITCH * case as f32;
        let node = Node::new(&format!("Ground_{case}")).at([middle, -0.2, 0.0]);
        scene.add(
            node.mesh(ground.mesh)
                .collider(ground.shape, None)
                .filtered(ground_filter),
        );
        let filters = filters
            .clone()
            .map(|filter: Value| scene.collision_filter(filter));
        let cell = Cell {
            case,
            middle,
            cube: &cube,
            filters,
        };
        if case < 2 {
            cell.singles(&mut scene);
        } else {
            cell.towers(&mut scene);
        }
    }
    scene
}

struct Cell<'a> {
    case: usize,
    middle: f32,
    cube: &'a Cube,
    /// Filters of the body that collides with the ground, and of the other one.
    filters: [usize; 2],
}

impl Cell<'_> {
    fn names(&self) -> [String; 2] {
        ["is_held", "goes_through"].map(|what| format!("Filter_0{}_{what}", self.case))
    }

    fn singles(&self, scene: &mut Document) {
        for (i, name) in self.names().iter().enumerate() {
            let x = self.middle + 2.0 * i as f32 - 1.0;
            let node = Node::new(name).at([x, 1.0, 0.0]).mesh(self.cube.mesh);
            let node = node
                .collider(self.cube.shape, None)
                .filtered(self.filters[i]);
            scene.add(node.motion(json!({})));
            let end = Expect::body(name, "com.y").at_end();
            scene.expect(if i == 0 {
                end.near(0.25, 5e-3)
            } else {
                end.max(-5.0)
            });
        }
    }

    /// Bodies of two stacked cubes. In the first the lower cube collides with the ground; the second is upside down.
    fn towers(&self, scene: &mut Document) {
        for (i, name) in self.names().iter().enumerate() {
            let x = self.middle + 2.0 * i as f32 - 1.0;
            let turn = Quat::from_rotation_x(PI * i as f32);
            let body = Node::new(name).at([x, 1.5, 0.0]).rotated(turn);
            let body = scene.add(body.motion(json!({})));
            for (y, filter) in [-0.5, 0.5].into_iter().zip(self.filters) {
                let node = Node::new(&format!("{name}_{filter}")).at([0.0, y, 0.0]);
                let node = node.mesh(self.cube.mesh).collider(self.cube.shape, None);
                scene.add_child(body, node.filtered(filter));
            }
            let height = if i == 0 { 0.75 } else { -0.25 };
            scene.expect(Expect::body(name, "com.y").at_end().near(height, 5e-3));
        }
    }
}
