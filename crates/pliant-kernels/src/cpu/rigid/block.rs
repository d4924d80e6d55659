//! The two bodies of a joint and their motions: CPU implementation of `shaders/include/block.glsl` for joints.

use glam::{Mat3, Vec3};

/// One of the two bodies.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct End {
    pub(super) w: f32,
    pub(super) inverse: Mat3,
    pub(super) linear: Vec3,
    pub(super) angular: Vec3,
    pub(super) angular_impulse: Vec3,
}

/// The two bodies of a joint.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Block {
    pub(super) a: End,
    pub(super) b: End,
}

impl Block {
    pub(super) fn apply_angular_impulse(&mut self, on: [Vec3; 2]) {
        self.a.angular_impulse += on[0];
        self.a.angular += self.a.inverse * on[0];
        self.b.angular_impulse -= on[1];
        self.b.angular -= self.b.inverse * on[1];
    }
}
