//! Animations of nodes.

use glam::{Quat, Vec3};

/// A channel: the keys of one property of one node.
#[derive(Debug, Clone, PartialEq)]
pub struct Channel {
    /// The node that moves.
    pub node: usize,
    /// Key times, s, ascending.
    pub times: Vec<f32>,
    /// How values between keys are interpolated.
    pub interpolation: Interpolation,
    /// The values: one per key, or three (in-tangent, value, out-tangent) with `Cubic`.
    pub track: Track,
}

/// Interpolation modes of glTF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// The value of the last key.
    Step,
    /// Linear; spherical linear for rotations.
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

/// The animated property and its values.
#[derive(Debug, Clone, PartialEq)]
pub enum Track {
    /// Translations, m.
    Translation(Vec<Vec3>),
    /// Rotations, unit quaternions.
    Rotation(Vec<Quat>),
    /// Scale factors.
    Scale(Vec<Vec3>),
    /// Weights of morph targets, one after another for each target.
    Weights(Vec<f32>),
}
