//! Interpolation of rotations.

use crate::{acos, sin};
use glam::{DQuat, Quat};

/// Defines the interpolation of a type of quaternions with its type of numbers.
macro_rules! slerp {
    ($(#[$doc:meta])* $name:ident, $quaternion:ty, $number:ident) => {
        $(#[$doc])*
        #[must_use]
        pub fn $name(from: $quaternion, to: $quaternion, fraction: $number) -> $quaternion {
            let cosine = from.dot(to);
            let (to, cosine) = if cosine < 0.0 { (-to, -cosine) } else { (to, cosine) };
            // The sine of so small an angle has no digits left, and the chord equals the arc.
            if cosine > 1.0 - $number::EPSILON {
                return (from * (1.0 - fraction) + to * fraction).normalize();
            }
            let angle = acos(cosine);
            (from * sin((1.0 - fraction) * angle) + to * sin(fraction * angle)) / sin(angle)
        }
    };
}

slerp! {
    /// Rotation at `fraction` in [0, 1] of the shorter turn from one unit quaternion to another, at constant angular velocity.
    slerp, Quat, f32
}

slerp! {
    /// As [`slerp`], in double precision.
    slerp_f64, DQuat, f64
}
