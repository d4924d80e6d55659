//! Twins of `shaders/rigid/`.

mod block;
mod bounce;
mod bounds;
mod boxes;
mod color;
mod contact;
mod detect;
mod fold;
mod grab;
mod joint;
mod manifold;
mod meetings;
mod order;
mod overlap;
mod pairs;
mod pose;
mod predict;
mod probe;
mod reach;
mod recall;
mod refit;
mod relax;
mod settle;
mod sort;
mod speeds;
mod stance;
mod velocity;

pub(crate) use bounce::bounce;
pub(crate) use bounds::bounds;
pub(crate) use boxes::boxes;
pub(crate) use color::color;
pub(crate) use contact::contact;
pub(crate) use detect::detect;
pub(crate) use grab::grab;
pub(crate) use joint::joint;
pub use overlap::{Placed, overlap};
pub(crate) use pairs::pairs;
pub(crate) use pose::pose;
pub(crate) use predict::predict;
pub(crate) use reach::reach;
pub(crate) use recall::recall;
pub(crate) use refit::refit;
pub(crate) use relax::relax;
pub(crate) use settle::settle;
pub(crate) use sort::sort;
pub(crate) use velocity::velocity;

use crate::types::{COLORS, Rigid, RigidStep};
use glam::{Mat3, Quat, Vec3};

/// What a rotation vector adds to a quaternion; with the rest of this module the twin of `shaders/include/rigid.glsl`.
fn turn_added(turn: Vec3, q: Quat) -> Quat {
    let angle2 = turn.length_squared();
    let (sine, less) = if angle2 < 1.0 {
        (
            0.5 - angle2 * (1.0 / 48.0 - angle2 * (1.0 / 3840.0 - angle2 / 645_120.0)),
            -angle2 * (1.0 / 8.0 - angle2 * (1.0 / 384.0 - angle2 / 46080.0)),
        )
    } else {
        let angle = angle2.sqrt();
        ((0.5 * angle).sin() / angle, (0.5 * angle).cos() - 1.0)
    };
    Quat::from_vec4((sine * turn).extend(less)) * q
}

/// q turned further by a rotation vector.
pub(crate) fn turned(turn: Vec3, q: Quat) -> Quat {
    (q + turn_added(turn, q)).normalize()
}

/// v × x as a matrix times x; twin of `shaders/include/crossing.glsl`.
pub(crate) fn crossing(v: Vec3) -> Mat3 {
    Mat3::from_cols_array(&[0.0, v.z, -v.y, -v.z, 0.0, v.x, v.y, -v.x, 0.0])
}

/// The rotation vector from one turn to another, the short way.
fn turn_between(from: Quat, to: Quat) -> Vec3 {
    let q = to * from.conjugate();
    let q = if q.w < 0.0 { -q } else { q };
    let sine = q.xyz().length();
    let scale = if sine > 1e-4 {
        2.0 * sine.atan2(q.w) / sine
    } else {
        2.0
    };
    scale * q.xyz()
}

/// A tensor with this diagonal in the frame of q, in the world.
pub(crate) fn in_world(q: Quat, diagonal: Vec3) -> Mat3 {
    let axes = Mat3::from_cols(q * Vec3::X, q * Vec3::Y, q * Vec3::Z);
    axes * Mat3::from_diagonal(diagonal) * axes.transpose()
}

/// The colours' pairs in the order in which they are solved.
fn in_order<'a>(ordered: &'a [u32], color_starts: &[u32]) -> &'a [u32] {
    &ordered[..color_starts[COLORS as usize + 1] as usize]
}

/// The same, and then back.
fn there_and_back(ordered: &[u32], color_starts: &[u32]) -> Vec<u32> {
    let colors = color_starts[..COLORS as usize + 2].windows(2);
    let colors: Vec<&[u32]> = colors
        .map(|range| &ordered[range[0] as usize..range[1] as usize])
        .filter(|pairs| !pairs.is_empty())
        .collect();
    let back = colors.iter().rev();
    colors
        .iter()
        .chain(back)
        .copied()
        .flatten()
        .copied()
        .collect()
}

impl RigidStep {
    /// In the world; twin of `shaders/include/inertia.glsl`.
    pub(crate) fn inverse_inertia(&self) -> Mat3 {
        let (d, o) = (self.diagonal, self.beside);
        Mat3::from_cols_array(&[d[0], o[2], o[1], o[2], d[1], o[0], o[1], o[0], d[2]])
    }
}

impl Rigid {
    /// Whether something moves or turns it.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.inverse_mass > 0.0 || self.turns()
    }

    pub(crate) fn turns(&self) -> bool {
        self.inverse_inertia != [0.0; 3]
    }

    /// ω of an angular momentum.
    pub(crate) fn spin(&self, rotation: Quat, momentum: Vec3) -> Vec3 {
        if self.turns() {
            rotation * (Vec3::from(self.inverse_inertia) * (rotation.conjugate() * momentum))
        } else {
            momentum
        }
    }
}
