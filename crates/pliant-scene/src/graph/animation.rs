//! Animations of node transforms and of morph weights.

use glam::{Quat, Vec3};

/// One glTF animation: channels that run together.
#[derive(Debug, Clone, Default)]
pub struct Animation {
    /// Its channels.
    pub channels: Vec<Channel>,
    /// Its last key's time, s.
    pub duration: f32,
}

/// One channel: keys of one property of one node.
#[derive(Debug, Clone)]
pub struct Channel {
    /// In `Scene::nodes`.
    pub node: usize,
    /// Key times, s, ascending, at least one.
    pub times: Vec<f32>,
    /// How values between keys are interpolated.
    pub interpolation: Interpolation,
    /// What is animated; per key one value, three with `Cubic` (in-tangent, value, out-tangent).
    pub track: Track,
}

/// The values of a channel.
#[derive(Debug, Clone)]
pub enum Track {
    /// m.
    Translation(Vec<Vec3>),
    /// Unit quaternions.
    Rotation(Vec<Quat>),
    /// Factors along the node's axes.
    Scale(Vec<Vec3>),
    /// Weights of morph targets: one after another for each target, wherever the others have one value.
    Weights(Vec<f32>),
}

/// glTF's interpolations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// The last key's value.
    Step,
    /// Linear, slerp for rotations.
    Linear,
    /// Cubic Hermite splines.
    Cubic,
}
