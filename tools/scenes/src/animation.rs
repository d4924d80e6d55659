//! Node animation.

use glam::{Quat, Vec3};

/// One channel: keys of one property of one node.
#[derive(Debug, Clone, PartialEq)]
pub struct Channel {
    /// The node that moves.
    pub node: usize,
    /// Key times, s, ascending.
    pub times: Vec<f32>,
    /// How to go from key to key.
    pub interpolation: Interpolation,
    /// The values: one a key, three (in-tangent, value, out-tangent) with `Cubic`.
    pub track: Track,
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

impl Interpolation {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Step => "STEP",
            Self::Linear => "LINEAR",
            Self::Cubic => "CUBICSPLINE",
        }
    }
}

/// What a channel moves.
#[derive(Debug, Clone, PartialEq)]
pub enum Track {
    /// m.
    Translation(Vec<Vec3>),
    /// Unit quaternions.
    Rotation(Vec<Quat>),
    /// Factors.
    Scale(Vec<Vec3>),
}
