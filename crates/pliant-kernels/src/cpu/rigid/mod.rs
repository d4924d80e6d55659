//! CPU implementations of the passes in `shaders/rigid/`.

pub(super) mod accumulate_slip;
pub(super) mod apply_loads;
pub(super) mod apply_restitution;
mod articulated;
pub(super) mod assign_colors;
mod block;
pub(super) mod bound_motion;
mod candidates;
pub(super) mod claim_bodies;
pub(super) mod collide_boxes;
pub(super) mod collide_shapes;
mod colored;
mod colors;
pub(super) mod count_pairs;
mod disturb;
pub(super) mod drag_rigid;
mod ends;
pub(super) mod find_collider_pairs;
mod fit_surface;
mod friction_cone;
mod impact;
mod joint;
mod joint_rows;
pub(super) mod load_velocities;
mod manifold;
mod manifolds;
pub(super) mod match_contacts;
pub(super) mod measure_impacts;
mod overlap;
mod pair_key;
pub(super) mod pose_colliders;
pub(super) mod predict_rigids;
mod probe;
pub(super) mod propose_colors;
pub(super) mod remove_stabilization_velocity;
mod separating_axis;
pub(super) mod solve_contacts;
pub(super) mod solve_joints;
pub(super) mod solve_velocities;
pub(super) mod sort_pairs;
pub(super) mod store_velocities;
mod surface_motion;
pub(super) mod update_rigid_velocities;
mod velocities;

pub use overlap::{Placed, overlap};

use glam::{Mat3, Quat, Vec3};
use pliant_passes::types::POINTS;
use std::ops::Range;

/// Change of a quaternion by a rotation vector; with the rest of this module the CPU implementation of
/// `shaders/include/rigid.glsl`.
fn rotation_increment(turn: Vec3, q: Quat) -> Quat {
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

/// The matrix of v ×: CPU implementation of `shaders/include/cross_matrix.glsl`.
pub(crate) fn cross_matrix(v: Vec3) -> Mat3 {
    Mat3::from_cols_array(&[0.0, v.z, -v.y, -v.z, 0.0, v.x, v.y, -v.x, 0.0])
}

/// The shortest rotation vector from one rotation to another.
fn rotation_between(from: Quat, to: Quat) -> Vec3 {
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

/// The indices of a pair's first contacts.
fn contacts_of(pair: usize, points: u32) -> Range<usize> {
    let first = POINTS as usize * pair;
    first..first + points as usize
}
