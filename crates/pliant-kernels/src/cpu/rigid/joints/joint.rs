//! CPU implementation of `shaders/rigid/joints/joint.glsl`.

use crate::cpu::math::wrap_angle;
use crate::cpu::rigid::blocks::block::{Block, End};
use crate::cpu::rotation::{rotated, rotation_between};
use crate::memory::Read;
use glam::{Quat, Vec3};
use pliant_math::atan2;
use pliant_passes::types::{
    JOINT_ACCELERATION, JOINT_CORRECTION_SPEED, JOINT_DRIVE, JOINT_HARD, JOINT_LINEAR, Joint,
    JointLoad, JointRow, LEAST_TWIST_COSINE, RigidState,
};

/// The relative pose of a joint's two frames.
pub(in crate::cpu::rigid) struct JointFrames {
    arms: [Vec3; 2],
    offset: Vec3,
    rotations: [Quat; 2],
}

/// Jacobian row of a joint.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::cpu::rigid) struct JacobianRow {
    pub(in crate::cpu::rigid) direction: Vec3,
    pub(in crate::cpu::rigid) angular: [Vec3; 2],
}

/// The frames at a fraction of the substep.
pub(in crate::cpu::rigid) fn joint_frames(
    joint: &Joint,
    block: &Block,
    states: &Read<'_, RigidState>,
    part: f32,
) -> JointFrames {
    let [first, second] = joint.bodies.map(|body| &states[body as usize]);
    let (a, b) = (&block.a, &block.b);
    let turn = |end: &End, state: &RigidState| {
        rotated(part * end.angular, Quat::from_array(state.rotation))
    };
    let turns = [turn(a, first), turn(b, second)];
    let arm_a = turns[0] * Vec3::from(joint.offset_a);
    let between = Vec3::from(first.position) - Vec3::from(second.position);
    let arm_b = between + part * (a.linear - b.linear) + arm_a;
    JointFrames {
        arms: [arm_a, arm_b],
        offset: arm_b - turns[1] * Vec3::from(joint.offset_b),
        rotations: [
            turns[0] * Quat::from_array(joint.rotation_a),
            turns[1] * Quat::from_array(joint.rotation_b),
        ],
    }
}

/// The indices of a joint's rows.
pub(in crate::cpu::rigid) fn rows(joint: &Joint) -> std::ops::Range<usize> {
    let first = joint.first as usize;
    first..first + joint.rows as usize
}

/// Values and Jacobians of a row of a joint.
pub(crate) trait RowEquations {
    fn is(&self, bit: u32) -> bool;
    fn axes_of(&self) -> Vec3;
    /// Values along the axes of the second frame: distances or angles.
    fn joint_coordinates(&self, s: &JointFrames) -> Vec3;
    /// Jacobian along an axis of the second frame.
    fn jacobian_row(&self, s: &JointFrames, axis: Vec3) -> JacobianRow;
    /// `value` shifted by full turns to lie within half a turn of `now`.
    fn nearest_angle(&self, value: f32, now: f32) -> f32;
    /// α̃ and the target value: of a hard row, or of a spring and damper. `side` is 1 at an upper bound, −1 at a lower one, else 0.
    fn spring(&self, h: f32, rest_and_before: [f32; 2], side: f32, mass: f32) -> [f32; 2];
}

/// Target value of a row without a spring.
fn hard_target(h: f32, [rest, before]: [f32; 2], side: f32) -> f32 {
    let most = JOINT_CORRECTION_SPEED * h;
    let error = before - rest;
    let error = if side * error < 0.0 { 0.0 } else { error };
    rest + error - error.clamp(-most, most)
}

impl RowEquations for JointRow {
    fn is(&self, bit: u32) -> bool {
        self.kind & bit != 0
    }

    fn axes_of(&self) -> Vec3 {
        Vec3::from([0, 1, 2].map(|axis| (self.axes >> axis & 1) as f32))
    }

    fn joint_coordinates(&self, s: &JointFrames) -> Vec3 {
        let axes = self.axes_of();
        let back = s.rotations[1].conjugate();
        if self.is(JOINT_LINEAR) {
            return axes * (back * s.offset);
        }
        let q = back * s.rotations[0];
        let q = if q.w < 0.0 { -q } else { q };
        match self.axes.count_ones() {
            1 => wrap_angle(2.0 * atan2(axes.dot(q.xyz()), q.w)) * axes,
            3 => rotation_between(Quat::IDENTITY, q),
            _ => {
                let left = Vec3::ONE - axes;
                let tilted = q * left;
                let tilt = left.cross(tilted);
                let sine = tilt.length();
                if sine > 1e-5 {
                    atan2(sine, left.dot(tilted)) / sine * tilt
                } else {
                    tilt
                }
            }
        }
    }

    fn jacobian_row(&self, s: &JointFrames, axis: Vec3) -> JacobianRow {
        let n = s.rotations[1] * axis;
        if self.is(JOINT_LINEAR) {
            return JacobianRow {
                direction: n,
                angular: s.arms.map(|arm| arm.cross(n)),
            };
        }
        let middle = if self.axes.count_ones() > 1 {
            n
        } else {
            let other = s.rotations[0] * axis;
            let cosine = n.dot(other);
            match cosine > LEAST_TWIST_COSINE {
                true => (n + other) / (1.0 + cosine),
                false => Vec3::ZERO,
            }
        };
        JacobianRow {
            direction: Vec3::ZERO,
            angular: [middle; 2],
        }
    }

    fn nearest_angle(&self, value: f32, now: f32) -> f32 {
        if self.is(JOINT_LINEAR) {
            value
        } else {
            now + wrap_angle(value - now)
        }
    }

    fn spring(&self, h: f32, [rest, before]: [f32; 2], side: f32, mass: f32) -> [f32; 2] {
        if self.is(JOINT_HARD) {
            return [0.0, hard_target(h, [rest, before], side)];
        }
        let each = if self.is(JOINT_ACCELERATION) {
            mass
        } else {
            1.0
        };
        let damper = each * self.damping / h;
        let both = each * self.stiffness + damper;
        let drive = if self.is(JOINT_DRIVE) {
            h * self.high
        } else {
            0.0
        };
        let target = before + drive;
        [
            1.0 / (h * h * both),
            (each * self.stiffness * rest + damper * target) / both,
        ]
    }
}

impl Block {
    pub(in crate::cpu::rigid) fn row_inverse_mass(&self, p: &JacobianRow, q: &JacobianRow) -> f32 {
        p.direction.dot(q.direction) * (self.a.w + self.b.w)
            + p.angular[0].dot(self.a.inverse * q.angular[0])
            + p.angular[1].dot(self.b.inverse * q.angular[1])
    }

    pub(in crate::cpu::rigid) fn apply_row_impulse(
        &mut self,
        jacobian: &JacobianRow,
        lambda: f32,
        load: &mut JointLoad,
    ) {
        let push = lambda * jacobian.direction;
        self.a.linear += self.a.w * push;
        self.b.linear -= self.b.w * push;
        self.apply_angular_impulse(jacobian.angular.map(|turn| lambda * turn));
        load.substep_force = (Vec3::from(load.substep_force) + push).to_array();
        load.force = (Vec3::from(load.force) + push).to_array();
        if jacobian.direction == Vec3::ZERO {
            load.torque = (Vec3::from(load.torque) + lambda * jacobian.angular[0]).to_array();
        }
    }
}

/// Angle by which a force at the end of an arm rotates its body within a substep, rad.
pub(in crate::cpu::rigid) fn turning(end: &End, arm: [f32; 3], force: f32) -> f32 {
    let r = Vec3::from(arm).length();
    let m = end.inverse;
    let light = m.x_axis.x + m.y_axis.y + m.z_axis.z;
    if light == 0.0 {
        return 0.0;
    }
    let heavy = if end.w > 0.0 { r * r / end.w } else { 0.0 };
    force * r / (1.0 / light + heavy)
}
