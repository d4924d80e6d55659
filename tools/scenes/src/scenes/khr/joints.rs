//! Joints between a fixed cube and a moving one.

use super::super::stage;
use super::{Cube, RED, STONE};
use crate::{Document, Expect, Node};
use glam::{Quat, Vec3};
use serde_json::{Value, json};
use std::f32::consts::FRAC_PI_4;

/// Distance between cells, m.
const PITCH: f32 = 4.0;
/// Height of the fixed cubes, m.
const HEIGHT: f32 = 3.0;
/// Side of a cube, m.
const SIDE: f32 = 0.4;
/// The time at which a cube on an arm of 1 m is lowest after a level start, s. It integrates θ̈ = −m g l sin θ / (m l² + m a²/6).
const LOWEST: f64 = 0.5998;

struct Bench {
    scene: Document,
    fixed: Cube,
    moving: Cube,
    cases: u8,
}

/// A body that a joint connects to a fixed cube at the origin of its cell.
struct Case<'a> {
    what: &'a str,
    /// Rotation of both cubes.
    turn: Quat,
    /// Position of the body in its cell, m.
    at: Vec3,
    motion: Value,
    /// Position of the connected frame in the body, m.
    arm: Vec3,
    joint: Value,
    collides: bool,
}

impl Default for Case<'_> {
    fn default() -> Self {
        Self {
            what: "",
            turn: Quat::IDENTITY,
            at: Vec3::ZERO,
            motion: json!({ "mass": 1 }),
            arm: Vec3::ZERO,
            joint: Value::Null,
            collides: false,
        }
    }
}

pub(in super::super) fn scene() -> Document {
    let mut scene =
        stage("Conformance of joints: fixed, ball, hinges, sliders, a spring and drives.");
    scene.camera([20.0, 6.0, 34.0], [20.0, 2.5, 0.0], 45.0);
    let fixed = Cube::new(&mut scene, Vec3::splat(SIDE), STONE);
    let moving = Cube::new(&mut scene, Vec3::splat(SIDE), RED);
    let mut bench = Bench {
        scene,
        fixed,
        moving,
        cases: 0,
    };
    bench.fixed_and_ball();
    bench.hinges();
    bench.sliders();
    bench.spring();
    bench.offset_mass();
    bench.driven();
    bench.scene
}

/// A joint that fixes all linear axes, with further limits.
fn pinned(others: &[Value]) -> Value {
    let mut limits = vec![fixed_axes("linearAxes", &[0, 1, 2])];
    limits.extend_from_slice(others);
    json!({ "limits": limits })
}

/// A limit that fixes some axes.
fn fixed_axes(kind: &str, axes: &[usize]) -> Value {
    json!({ kind: axes, "min": 0, "max": 0 })
}

/// A joint that slides along Y, two metres up and down.
fn slider(drives: &[Value]) -> Value {
    let limits = [
        fixed_axes("linearAxes", &[0, 2]),
        fixed_axes("angularAxes", &[0, 1, 2]),
        json!({ "linearAxes": [1], "min": -2, "max": 2 }),
    ];
    if drives.is_empty() {
        return json!({ "limits": limits });
    }
    json!({ "limits": limits, "drives": drives })
}

impl Bench {
    /// Adds a case; returns its name and the origin of its cell.
    fn add(&mut self, case: &Case<'_>) -> (String, Vec3) {
        let name = format!("Joint_{:02}_{}", self.cases, case.what);
        let origin = Vec3::new(PITCH * f32::from(self.cases), HEIGHT, 0.0);
        self.cases += 1;
        let scene = &mut self.scene;
        let post = Node::new(&format!("Post_of_{name}"))
            .at(origin)
            .rotated(case.turn);
        let post = scene.add(post.mesh(self.fixed.mesh).collider(self.fixed.shape, None));
        let body = Node::new(&name)
            .at(origin + case.at)
            .rotated(case.turn)
            .mesh(self.moving.mesh);
        let body = body
            .collider(self.moving.shape, None)
            .motion(case.motion.clone());
        let body = scene.add(body);
        let frame = scene.add_child(body, Node::new(&format!("End_of_{name}")).at(case.arm));
        let joint = scene.physics_joint(case.joint.clone());
        let own = Node::new(&format!("Axes_of_{name}")).joint(frame, joint);
        scene.add_child(post, if case.collides { own.colliding() } else { own });
        (name, origin)
    }

    /// Expects a metric at the end.
    fn expect_end(&mut self, name: &str, metric: &str, value: f32, tolerance: f64) {
        let expect = Expect::body(name, metric).at_end();
        self.scene.expect(expect.near(value.into(), tolerance));
    }

    /// Cases 0 and 1: a fixed joint and a ball joint.
    fn fixed_and_ball(&mut self) {
        let arm = Vec3::new(-1.0, 0.0, 0.0);
        let fixed = Case {
            what: "fixed",
            at: -arm,
            arm,
            joint: pinned(&[fixed_axes("angularAxes", &[0, 1, 2])]),
            ..Case::default()
        };
        let (name, origin) = self.add(&fixed);
        self.expect_end(&name, "com.x", origin.x + 1.0, 5e-3);
        self.expect_end(&name, "com.y", origin.y, 5e-3);
        self.expect_end(&name, "rotation.z", 0.0, 5e-3);
        // The second cube swings down while it spins about its arm.
        let ball = Case {
            what: "ball",
            joint: pinned(&[]),
            motion: json!({ "mass": 1, "angularVelocity": [3, 0, 0] }),
            ..fixed
        };
        let (name, origin) = self.add(&ball);
        self.expect_swing(&name, origin);
        let spin = Expect::body(&name, "angular_velocity.x").at(0.1);
        self.scene.expect(spin.min(2.0));
    }

    /// Expects that the body falls by 1 m at most, and by 1 m at [`LOWEST`].
    fn expect_swing(&mut self, name: &str, origin: Vec3) {
        let low = f64::from(origin.y) - 1.0;
        let lowest = Expect::body(name, "com.y").at(LOWEST);
        self.scene.expect(lowest.near(low, 0.02));
        self.scene
            .expect(Expect::body(name, "com.y").min(low - 5e-3));
    }

    /// Cases 2 to 4: hinges about X, Y and Z. About the horizontal axes the body swings, about Y it rotates.
    fn hinges(&mut self) {
        for axis in 0..3 {
            let arm = if axis == 0 { Vec3::NEG_Z } else { Vec3::NEG_X };
            let others = [(axis + 1) % 3, (axis + 2) % 3];
            let spin =
                json!({ "mass": 1, "linearVelocity": [0, 0, -2], "angularVelocity": [0, 2, 0] });
            let hinge = Case {
                what: ["hinge_x", "hinge_y", "hinge_z"][axis],
                at: -arm,
                arm,
                joint: pinned(&[fixed_axes("angularAxes", &others)]),
                motion: if axis == 1 {
                    spin
                } else {
                    json!({ "mass": 1 })
                },
                ..Case::default()
            };
            let (name, origin) = self.add(&hinge);
            if axis == 1 {
                self.expect_end(&name, "com.y", origin.y, 5e-3);
                self.expect_end(&name, "angular_velocity.y", 2.0, 0.02);
                self.expect_end(&name, "com.x", origin.x + 4.0_f32.cos(), 0.05);
            } else {
                self.expect_swing(&name, origin);
                let other = if axis == 0 {
                    "rotation.z"
                } else {
                    "rotation.x"
                };
                self.scene
                    .expect(Expect::body(&name, other).near(0.0, 5e-3));
            }
        }
    }

    /// Cases 5 and 6: sliders along a slant. The body slides to the stop of the joint, or only to the fixed cube where they collide.
    fn sliders(&mut self) {
        let turn = Quat::from_rotation_z(FRAC_PI_4);
        let slider_case = Case {
            what: "slider",
            turn,
            at: turn * Vec3::Y,
            joint: slider(&[]),
            ..Case::default()
        };
        for (what, collides, stop) in [("slider", false, -2.0), ("slider_collides", true, SIDE)] {
            let case = Case {
                what,
                collides,
                turn,
                at: slider_case.at,
                joint: slider_case.joint.clone(),
                ..Case::default()
            };
            let (name, origin) = self.add(&case);
            let end = origin + turn * Vec3::new(0.0, stop, 0.0);
            self.expect_end(&name, "com.x", end.x, 0.01);
            self.expect_end(&name, "com.y", end.y, 0.01);
        }
    }

    /// Case 7: a body hangs on a stiff spring, stretched by weight over stiffness.
    fn spring(&mut self) {
        let stiff = json!({ "linearAxes": [0, 1, 2], "max": 0, "stiffness": 1000, "damping": 60 });
        let case = Case {
            what: "stiff_spring",
            at: Vec3::new(0.0, -SIDE, 0.0),
            arm: Vec3::new(0.0, SIDE, 0.0),
            joint: json!({ "limits": [stiff] }),
            ..Case::default()
        };
        let (name, origin) = self.add(&case);
        self.expect_end(&name, "com.y", origin.y - SIDE - 9.81e-3, 2e-3);
    }

    /// Case 8: a centre of mass beside the hinge swings down and up again.
    fn offset_mass(&mut self) {
        const OFFSET: f64 = 0.25;
        /// As [`LOWEST`], for an arm of this length; the inertia is that of the collider about this centre.
        const DOWN: f64 = 0.4611;
        let case = Case {
            what: "offset_mass",
            at: Vec3::new(1.0, 0.0, 0.0),
            arm: Vec3::new(-1.0, 0.0, 0.0),
            motion: json!({ "mass": 1, "centerOfMass": [0, 0, OFFSET] }),
            joint: pinned(&[fixed_axes("angularAxes", &[1, 2])]),
            ..Case::default()
        };
        let (name, origin) = self.add(&case);
        let low = f64::from(origin.y) - OFFSET;
        let lowest = Expect::body(&name, "com.y").at(DOWN);
        self.scene.expect(lowest.near(low, 0.01));
        self.scene.expect(
            Expect::body(&name, "com.y")
                .min(low - 5e-3)
                .max(low + OFFSET + 5e-3),
        );
        self.expect_end(&name, "com.x", origin.x + 1.0, 5e-3);
    }

    /// Cases 9 and 10: drives of a hinge and of a slider.
    fn driven(&mut self) {
        let motor = json!({ "type": "angular", "mode": "acceleration", "axis": 0, "velocityTarget": 1.5, "damping": 10 });
        let mut hinge = pinned(&[fixed_axes("angularAxes", &[1, 2])]);
        hinge["drives"] = json!([motor]);
        let case = Case {
            what: "driven_hinge",
            at: Vec3::new(1.0, 0.0, 0.0),
            arm: Vec3::new(-1.0, 0.0, 0.0),
            joint: hinge,
            ..Case::default()
        };
        let (name, origin) = self.add(&case);
        self.expect_end(&name, "angular_velocity.x", 1.5, 0.02);
        self.expect_end(&name, "com.y", origin.y, 5e-3);
        let push = json!({ "type": "linear", "mode": "acceleration", "axis": 1, "positionTarget": 1.5, "stiffness": 100, "damping": 20 });
        let case = Case {
            what: "driven_slider",
            at: Vec3::new(0.0, 1.0, 0.0),
            joint: slider(&[push]),
            ..Case::default()
        };
        let (name, origin) = self.add(&case);
        // The weight stretches the drive by g over its stiffness per kg.
        self.expect_end(&name, "com.y", origin.y + 1.5 - 0.0981, 5e-3);
    }
}
