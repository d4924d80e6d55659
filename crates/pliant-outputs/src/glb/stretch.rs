//! Rigid bodies whose motion translation, rotation and scale below their parents cannot express. Read [`Stretch`] first.

use glam::{DMat3, DQuat, DVec3, Mat4};
use pliant_scene::Scene;
use splashsurf_lib::nalgebra::Matrix3;

/// Relative differences of lengths, and cosines of angles, that are rounding.
const ROUNDING: f64 = 1e-5;

/// How a rigid body is written at the root of the scene.
///
/// A body turns in the world, so below a parent of three different scales its own transform is sheared, which glTF does not allow.
/// At the root, its linear part is R(t) A with a constant A = U Σ Vᵀ (singular values). An outer node has the rotation R(t) U and the
/// scale Σ. An inner node has the rotation Vᵀ, unless that is none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    /// The scale Σ; the first is negative where the body is mirrored.
    pub(super) scale: DVec3,
    /// The columns of V.
    pub(super) axes: DMat3,
    /// Whether there is an inner node.
    is_sheared: bool,
}

impl Stretch {
    /// The stretch of a rigid body, given world matrices at rest; `None` where keys below its parent express its motion.
    pub(super) fn of_rigid(scene: &Scene, node: usize, world: &[Mat4]) -> Option<Self> {
        let linear = |node: usize| DMat3::from_mat4(world[node].as_dmat4());
        let own = linear(node);
        let is_sheared = has_shear(&own);
        let parent = scene.nodes[node].parent.map(linear);
        if !is_sheared && parent.is_none_or(|parent| is_similarity(&parent)) {
            return None;
        }
        let axes = if is_sheared {
            right_axes(&own)
        } else {
            DMat3::IDENTITY
        };
        let mut scale = lengths(&(own * axes));
        if own.determinant() < 0.0 {
            scale.x = -scale.x;
        }
        Some(Self {
            scale,
            axes,
            is_sheared,
        })
    }

    /// The rotation of the inner node.
    pub(super) fn inner(&self) -> Option<[f32; 4]> {
        let rotation = DQuat::from_mat3(&self.axes).inverse().as_quat();
        self.is_sheared.then(|| rotation.to_array())
    }
}

/// The lengths of the axes.
pub(super) fn lengths(axes: &DMat3) -> DVec3 {
    DVec3::from([axes.x_axis, axes.y_axis, axes.z_axis].map(DVec3::length))
}

/// Whether some axes are not perpendicular. Axes without length are perpendicular to all.
fn has_shear(axes: &DMat3) -> bool {
    let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis].map(DVec3::normalize_or_zero);
    let cosines = [x.dot(y), y.dot(z), z.dot(x)];
    cosines.iter().any(|cosine| cosine.abs() > ROUNDING)
}

/// Whether a matrix rotates, mirrors and scales all directions alike.
fn is_similarity(axes: &DMat3) -> bool {
    let lengths = lengths(axes);
    let differences = lengths.max_element() - lengths.min_element();
    !has_shear(axes) && differences <= ROUNDING * lengths.max_element()
}

/// The columns of V in A = U Σ Vᵀ, right-handed.
fn right_axes(matrix: &DMat3) -> DMat3 {
    let columns = Matrix3::from_column_slice(&matrix.to_cols_array());
    let transposed = columns.svd(false, true).v_t;
    let axes = transposed.map_or(DMat3::IDENTITY, |rows| {
        DMat3::from_cols_slice(rows.as_slice()).transpose()
    });
    axes * axes.determinant().signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_nodes_express_a_sheared_matrix() {
        let turned = DMat3::from_rotation_z(0.5) * DMat3::from_rotation_x(0.3);
        for scale in [DVec3::new(2.0, 1.0, 0.5), DVec3::new(-2.0, 1.0, 1.0)] {
            let matrix = DMat3::from_diagonal(scale) * turned;
            assert!(has_shear(&matrix) && !has_shear(&turned) && is_similarity(&turned));
            let axes = right_axes(&matrix);
            assert!((axes.determinant() - 1.0).abs() < 1e-12);
            assert!(!has_shear(&(matrix * axes)), "{axes}");
        }
    }
}
