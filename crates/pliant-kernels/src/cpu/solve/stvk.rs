//! CPU implementation of `shaders/solve/stvk.glsl`.

use glam::{Mat3, Vec3};

/// The 6 × 6 block of an elastic tetrahedron: normal strains, then engineering shears (01, 12, 20).
pub(crate) struct Block {
    normal: Mat3,
    mixed: Mat3,
    shear: Mat3,
}

/// The axis after i.
fn next(i: usize) -> usize {
    (i + 1) % 3
}

impl Block {
    /// ∇C W ∇Cᵀ from W = Σ w b bᵀ and M = FᵀF, scaled by γ, and K⁻¹/(V h²).
    pub(crate) fn stvk_block(w: Mat3, m: Mat3, gamma: f32, alpha: f32, nu: f32) -> Self {
        let (w, m) = (w.to_cols_array_2d(), m.to_cols_array_2d());
        let fill = |of: &dyn Fn(usize, usize) -> f32| {
            Mat3::from_cols_array_2d(&[0, 1, 2].map(|i| [0, 1, 2].map(|j| of(i, j))))
        };
        let unit = |i, j| f32::from(u8::from(i == j));
        let normal =
            |i: usize, j: usize| gamma * w[i][j] * m[i][j] + alpha * ((1.0 + nu) * unit(i, j) - nu);
        let mixed =
            |j: usize, i: usize| gamma * (w[i][j] * m[i][next(j)] + w[i][next(j)] * m[i][j]);
        let shear = |i: usize, j: usize| {
            let (a, b) = (next(i), next(j));
            gamma * (w[i][j] * m[a][b] + w[i][b] * m[a][j] + w[a][j] * m[i][b] + w[a][b] * m[i][j])
                + 2.0 * (1.0 + nu) * alpha * unit(i, j)
        };
        Self {
            normal: fill(&normal),
            mixed: fill(&mixed),
            shear: fill(&shear),
        }
    }

    /// Solves for a right-hand side of 3 + 3, by its Schur complement.
    pub(crate) fn solve_block(&self, normal: Vec3, shear: Vec3) -> [Vec3; 2] {
        let inverse_shear = inverse_of(self.shear);
        let coupling = self.mixed * inverse_shear;
        let schur = self.normal - coupling * self.mixed.transpose();
        let normal = inverse_of(schur) * (normal - coupling * shear);
        [
            normal,
            inverse_shear * (shear - self.mixed.transpose() * normal),
        ]
    }
}

/// The inverse of a symmetric positive matrix, regularized: directions without stiffness get no correction.
pub(crate) fn inverse_of(a: Mat3) -> Mat3 {
    let scale = a.x_axis.x + a.y_axis.y + a.z_axis.z;
    if scale.is_nan() || scale <= 0.0 {
        return Mat3::ZERO;
    }
    let b = a * (1.0 / scale) + Mat3::from_diagonal(Vec3::splat(1e-6));
    let adjugate = cofactor(b);
    let det = b.x_axis.dot(adjugate.x_axis);
    if det > 0.0 {
        adjugate * (1.0 / (det * scale))
    } else {
        Mat3::ZERO
    }
}

/// The cofactor matrix, which is ∇ det F.
pub(crate) fn cofactor(f: Mat3) -> Mat3 {
    let [x, y, z] = [f.x_axis, f.y_axis, f.z_axis];
    Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_solved() {
        let w = Mat3::from_cols(
            Vec3::new(2.0, 0.3, -0.1),
            Vec3::new(0.3, 1.5, 0.4),
            Vec3::new(-0.1, 0.4, 1.0),
        );
        let f = Mat3::from_cols(
            Vec3::new(1.1, 0.2, 0.0),
            Vec3::new(-0.1, 0.9, 0.3),
            Vec3::new(0.2, 0.1, 1.2),
        );
        let block = Block::stvk_block(w, f.transpose() * f, 1.2, 0.3, 0.4);
        let wanted = [Vec3::new(1.0, -2.0, 0.5), Vec3::new(0.3, 0.7, -1.1)];
        let normal = block.normal * wanted[0] + block.mixed * wanted[1];
        let shear = block.mixed.transpose() * wanted[0] + block.shear * wanted[1];
        let found = block.solve_block(normal, shear);
        assert!(found[0].abs_diff_eq(wanted[0], 1e-4), "{found:?}");
        assert!(found[1].abs_diff_eq(wanted[1], 1e-4), "{found:?}");
    }
}
