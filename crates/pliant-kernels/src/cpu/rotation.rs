//! Rotations and inertia of rigid bodies: CPU implementation of `shaders/include/rotation.glsl`.

use glam::{Mat3, Quat, Vec3};

/// Change of a quaternion by a rotation vector.
pub(crate) fn rotation_increment(turn: Vec3, q: Quat) -> Quat {
    let angle2 = turn.length_squared();
    let (sine, less) = if angle2 < 1.0 {
        (
            0.5 - angle2 * (1.0 / 48.0 - angle2 * (1.0 / 3840.0 - angle2 / 645_120.0)),
            -angle2 * (1.0 / 8.0 - angle2 * (1.0 / 384.0 - angle2 / 46080.0)),
        )
    } else {
        let angle = angle2.sqrt();
        (
            pliant_math::sin(0.5 * angle) / angle,
            pliant_math::cos(0.5 * angle) - 1.0,
        )
    };
    Quat::from_vec4((sine * turn).extend(less)) * q
}

/// q rotated further by a rotation vector.
pub(crate) fn rotated(turn: Vec3, q: Quat) -> Quat {
    (q + rotation_increment(turn, q)).normalize()
}

/// The shortest rotation vector from one rotation to another.
pub(crate) fn rotation_between(from: Quat, to: Quat) -> Vec3 {
    let q = to * from.conjugate();
    let q = if q.w < 0.0 { -q } else { q };
    let sine = q.xyz().length();
    let scale = if sine > 1e-4 {
        2.0 * pliant_math::atan2(sine, q.w) / sine
    } else {
        2.0
    };
    scale * q.xyz()
}

/// A tensor with this diagonal in the frame of q, in world axes.
pub(crate) fn in_world(q: Quat, diagonal: Vec3) -> Mat3 {
    let axes = Mat3::from_cols(q * Vec3::X, q * Vec3::Y, q * Vec3::Z);
    axes * Mat3::from_diagonal(diagonal) * axes.transpose()
}
