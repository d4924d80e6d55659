//! Triggers: with one shape, with two shapes, with a filter, and on a moving body.

use super::super::stage;
use super::{Cube, RED, STONE};
use crate::{Document, Expect, Material, Node, Shape, shapes};
use glam::Vec3;
use serde_json::{Value, json};

/// Distance between cells, m.
const PITCH: f32 = 2.0;
/// Radius of the falling balls, m.
const RADIUS: f32 = 0.15;

struct Stage {
    scene: Document,
    /// Mesh and collider shape of the balls.
    ball: [usize; 2],
    /// Mesh and shape of the triggers, a transparent box.
    gate: [usize; 2],
    cells: u8,
}

pub(in super::super) fn scene() -> Document {
    let mut scene = stage(
        "Triggers: of one shape, of two, with a filter, and one that goes along with a body.",
    );
    scene.camera([3.0, 2.0, 9.0], [3.0, 0.8, 0.0], 42.0);
    let ground = Cube::new(&mut scene, Vec3::new(8.0, 0.2, 2.0), STONE);
    let node = Node::new("Ground").at([3.0, -0.1, 0.0]).mesh(ground.mesh);
    scene.add(node.collider(ground.shape, None));
    let [r, g, b] = RED;
    let paint = scene.material(&Material::new("Ball", r, g, b).roughness(0.4));
    let ball = shapes::sphere(RADIUS, 24, 12).material(paint);
    let size = Vec3::splat(0.6);
    let glass = scene.material(&Material::new("Gate", 0.3, 0.6, 0.9).opacity(0.25));
    let gate = shapes::cuboid(size).material(glass);
    let mut all = Stage {
        ball: [
            scene.mesh("Ball", [ball]),
            scene.shape(Shape::Sphere { radius: RADIUS }),
        ],
        gate: [scene.mesh("Gate", [gate]), scene.shape(Shape::Box { size })],
        scene,
        cells: 0,
    };
    all.single();
    all.compound();
    all.filtered();
    all.carried();
    all.scene
}

impl Stage {
    /// A box-shaped trigger above the ground at x.
    fn gate(&self, name: &str, x: f32, trigger: Value) -> Node {
        let node = Node::new(name).at([x, 1.0, 0.0]).mesh(self.gate[0]);
        node.trigger(trigger)
    }

    /// A trigger in the shape of the box.
    fn box_trigger(&self) -> Value {
        json!({ "geometry": { "shape": self.gate[1] } })
    }

    /// Adds a ball that falls through the trigger at x.
    fn ball(&mut self, x: f32, filter: Option<usize>) {
        let name = format!("Ball_{}", self.cells);
        let node = Node::new(&name).at([x, 2.0, 0.0]).mesh(self.ball[0]);
        let node = node.collider(self.ball[1], None);
        let node = filter
            .iter()
            .fold(node, |node, filter| node.filtered(*filter));
        self.scene.add(node.motion(json!({})));
    }

    /// Expects the counts of the trigger of this cell at the end.
    fn expect_counts(&mut self, entered: u32, left: u32) {
        let path = |what: &str| format!("triggers.{}.{what}", self.cells);
        for (what, count) in [
            ("entered", entered),
            ("left", left),
            ("inside", entered - left),
        ] {
            let expect = Expect::scene(&path(what)).at_end();
            self.scene.expect(expect.near(count.into(), 0.0));
        }
        self.cells += 1;
    }

    fn x(&self) -> f32 {
        PITCH * f32::from(self.cells)
    }

    /// A ball falls through one trigger.
    fn single(&mut self) {
        let node = self.gate("Gate", self.x(), self.box_trigger());
        self.scene.add(node);
        self.ball(self.x(), None);
        self.expect_counts(1, 1);
    }

    /// A ball falls through a compound of two boxes with a gap between them: it enters and leaves twice.
    fn compound(&mut self) {
        let x = self.x();
        let cell = self.scene.add(Node::new("Cell"));
        let trigger = json!({ "nodes": [cell + 2, cell + 3] });
        let whole = Node::new("Both").trigger(trigger);
        let whole = self.scene.add_child(cell, whole);
        for (name, y) in [("Upper", 0.4), ("Lower", -0.6)] {
            let node = Node::new(name)
                .at([x, 1.0 + y, 0.0])
                .scaled(Vec3::splat(0.5));
            let node = node.mesh(self.gate[0]).trigger(self.box_trigger());
            self.scene.add_child(whole, node);
        }
        self.ball(x, None);
        // The ball comes to rest in the lower box.
        self.expect_counts(2, 1);
    }

    /// A trigger whose filter excludes balls.
    fn filtered(&mut self) {
        let balls = json!({ "collisionSystems": ["balls"] });
        let balls = self.scene.collision_filter(balls);
        let others = json!({ "notCollideWithSystems": ["balls"] });
        let others = self.scene.collision_filter(others);
        let mut trigger = self.box_trigger();
        trigger["collisionFilter"] = others.into();
        let node = self.gate("Blind", self.x(), trigger);
        self.scene.add(node);
        self.ball(self.x(), Some(balls));
        self.expect_counts(0, 0);
    }

    /// A box falls with a trigger below it that reaches the ground first.
    fn carried(&mut self) {
        let feeler = self.scene.shape(Shape::capsule(0.6, 0.05));
        let cube = Cube::new(&mut self.scene, Vec3::splat(0.4), RED);
        let node = Node::new("Box").at([self.x(), 1.5, 0.0]).mesh(cube.mesh);
        let node = node.collider(cube.shape, None).motion(json!({}));
        let body = self.scene.add(node);
        let trigger = json!({ "geometry": { "shape": feeler } });
        let node = Node::new("Feeler").trigger(trigger);
        self.scene.add_child(body, node);
        self.expect_counts(1, 0);
    }
}
