//! Properties of motions.

use super::super::stage;
use super::{Cube, RED, STONE};
use crate::{Document, Expect, Node};
use glam::{Quat, Vec3};
use serde_json::{Value, json};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_6};

/// Time of the expectations, s.
const END: f64 = 2.0;

struct Stage {
    scene: Document,
    cube: Cube,
}

pub(in super::super) fn scene() -> Document {
    let mut scene =
        stage("Conformance of motions: gravity, velocities, kinematic bodies, masses and inertia.");
    scene.camera([6.0, 4.0, 16.0], [6.0, 1.0, 0.0], 45.0);
    let cube = Cube::new(&mut scene, Vec3::splat(0.5), RED);
    let mut all = Stage { scene, cube };
    all.weightless();
    all.kinematic();
    all.masses();
    all.infinite_inertia();
    all.scene
}

impl Stage {
    fn add(&mut self, name: &str, at: [f32; 3], turn: Quat, motion: Value) {
        let node = Node::new(name).at(at).rotated(turn).mesh(self.cube.mesh);
        self.scene
            .add(node.collider(self.cube.shape, None).motion(motion));
    }

    /// Expects a metric at the end.
    fn expect_end(&mut self, name: &str, metric: &str, value: f64, tolerance: f64) {
        let expect = Expect::body(name, metric).at_end();
        self.scene.expect(expect.near(value, tolerance));
    }

    /// Cases 0 to 4: velocities are in the frame of the node.
    fn weightless(&mut self) {
        let up = Quat::IDENTITY;
        let across = Quat::from_rotation_y(FRAC_PI_2);
        for (case, turn, key, velocity) in [
            (0, up, "linearVelocity", [0, 0, 0]),
            (1, up, "linearVelocity", [1, 0, 0]),
            (2, up, "angularVelocity", [1, 0, 0]),
            (3, across, "linearVelocity", [0, 0, 1]),
            (4, across, "angularVelocity", [0, 0, 1]),
        ] {
            let name = format!(
                "Motion_0{case}_{}",
                ["floats", "goes", "turns", "goes_own_way", "turns_own_way"][case]
            );
            let y = 1.0 + case as f32;
            self.add(
                &name,
                [0.0, y, 0.0],
                turn,
                json!({ "gravityFactor": 0, key: velocity }),
            );
            let displacement = if case % 2 == 1 { END } else { 0.0 };
            let spin = if matches!(case, 2 | 4) { 1.0 } else { 0.0 };
            self.expect_end(&name, "com.x", displacement, 1e-3);
            self.expect_end(&name, "com.y", y.into(), 1e-3);
            self.expect_end(&name, "com.z", 0.0, 1e-3);
            self.expect_end(&name, "angular_velocity.x", spin, 1e-3);
        }
        // The sine of half of 2 rad.
        self.expect_end("Motion_02_turns", "rotation.x", 1.0_f64.sin(), 2e-3);
    }

    /// Case 5: a body that falls on a kinematic one does not change its motion.
    fn kinematic(&mut self) {
        let name = "Motion_05_kinematic";
        self.add(
            name,
            [5.0, 1.0, 0.0],
            Quat::IDENTITY,
            json!({ "isKinematic": true, "linearVelocity": [0.25, 0, 0] }),
        );
        self.add(
            "Rider",
            [5.2, 2.0, 0.0],
            Quat::IDENTITY,
            json!({ "mass": 100 }),
        );
        self.scene
            .expect(Expect::body(name, "com.y").near(1.0, 1e-6));
        self.expect_end(name, "com.x", 5.0 + 0.25 * END, 1e-3);
        self.expect_end("Rider", "com.y", 1.5, 5e-3);
    }

    /// Case 6: a heavier body transfers more momentum. Without restitution, both bodies have the same velocity afterwards.
    fn masses(&mut self) {
        let weightless = |mass: f32, speed: f32| json!({ "mass": mass, "gravityFactor": 0, "linearVelocity": [speed, 0, 0] });
        for (z, who, mass) in [(-1.0, "light", 1.0), (-3.0, "heavy", 100.0)] {
            let name = format!("Motion_06_by_{who}");
            self.add(who, [4.0, 4.0, z], Quat::IDENTITY, weightless(mass, 5.0));
            self.add(&name, [6.0, 4.0, z], Quat::IDENTITY, weightless(1.0, 0.0));
            let both = 5.0 * f64::from(mass) / (f64::from(mass) + 1.0);
            self.expect_end(&name, "velocity.x", both, 0.02);
        }
    }

    /// Case 7: an inertia of zero means infinite, so a tilted cube lands and stays tilted. A second cube falls over.
    fn infinite_inertia(&mut self) {
        let ground = Cube::new(&mut self.scene, Vec3::new(4.0, 0.2, 2.0), STONE);
        let node = Node::new("Ground").at([10.0, -0.1, 0.0]).mesh(ground.mesh);
        self.scene.add(node.collider(ground.shape, None));
        let tilted = Quat::from_rotation_z(0.5 * FRAC_PI_6);
        let name = "Motion_07_infinite_inertia";
        self.add(
            name,
            [9.0, 0.8, 0.0],
            tilted,
            json!({ "mass": 1, "inertiaDiagonal": [0, 0, 0] }),
        );
        self.add("Falls_over", [11.0, 0.8, 0.0], tilted, json!({ "mass": 1 }));
        let sine = f64::from(0.25 * FRAC_PI_6).sin();
        self.scene
            .expect(Expect::body(name, "rotation.z").near(sine, 1e-4));
        self.expect_end(name, "aabb.min.y", 0.0, 5e-3);
        self.expect_end("Falls_over", "rotation.z", 0.0, 0.02);
    }
}
