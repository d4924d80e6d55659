//! CPU implementation of `shaders/solve/solve_stvk_tetrahedra.comp`.

use super::constraint::{Corner, Rows};
use super::stvk::{Block, cofactor};
use crate::cpu::math::outer;
use crate::views::view::SolveStvkTetrahedra;
use glam::{Mat3, Vec3};
use pliant_passes::types::{LEAST_VOLUME, Material, Tetrahedron};

pub(crate) fn solve_stvk_tetrahedra(pass: &SolveStvkTetrahedra<'_>, own: usize) {
    let rows = Rows::new(&pass.rows, &pass.params, pass.features);
    rows.run(own, |at| project(&rows, at, &pass.tetrahedra[at]));
}

/// C = (E₀₀, E₁₁, E₂₂, 2E₀₁, 2E₁₂, 2E₂₀) [MMC16, §5.2.3].
fn project(rows: &Rows<'_>, at: usize, t: &Tetrahedron) {
    let corners = [t.a, t.b, t.c, t.d].map(|p| rows.corner(p));
    let [b1, b2, b3] = [t.inverse_b, t.inverse_c, t.inverse_d].map(Vec3::from);
    let b = [-(b1 + b2 + b3), b1, b2, b3];
    let sum = |of: &dyn Fn(usize) -> Mat3| (0..4).map(of).sum::<Mat3>();
    let w = sum(&|k| outer(b[k], b[k]) * corners[k].w);
    let f = sum(&|k| outer(rows.edge_to(&corners[0], &corners[k]), b[k]));
    let rate = sum(&|k| outer(corners[k].displacement, b[k]));
    let relaxation = rows.relaxation(corners.iter().zip(b.map(Vec3::length_squared)), 0.0);
    let restoring = restore_volume(rows, f, w, relaxation);
    let old_lambda =
        [0, 3].map(|row| Vec3::from([0, 1, 2].map(|k| rows.load_lambda(6 * at + row + k))));
    let material = rows.material(t.material);
    let scale = if restoring == Mat3::ZERO {
        relaxation * material.stiffness
    } else {
        0.0
    };
    let [residual, change] = solve(t, &material, &corners, w, [f, rate], old_lambda);
    let change = change.map(|change| scale * change);
    for row in 0..6 {
        rows.store_residual(6 * at + row, residual[row / 3][row % 3]);
        rows.store_lambda(
            6 * at + row,
            old_lambda[row / 3][row % 3],
            change[row / 3][row % 3],
        );
    }
    let [n, s] = if rows.writes_forces() {
        old_lambda
    } else {
        change
    };
    let stress = Mat3::from_cols(
        Vec3::new(n.x, s.x, s.z),
        Vec3::new(s.x, n.y, s.y),
        Vec3::new(s.z, s.y, n.z),
    );
    let [pb, pc, pd] = [b1, b2, b3].map(|b| (f * stress + restoring) * b);
    for (k, push) in [-(pb + pc + pd), pb, pc, pd].into_iter().enumerate() {
        rows.apply_correction(4 * at + k, &corners[k], push);
    }
}

/// The correction that brings det F of a collapsed element to 1: a multiple of ∇det F.
fn restore_volume(rows: &Rows<'_>, f: Mat3, w: Mat3, relaxation: f32) -> Mat3 {
    let c = cofactor(f);
    let det = f.x_axis.dot(c.x_axis);
    if rows.writes_forces() || det >= LEAST_VOLUME {
        return Mat3::ZERO;
    }
    let pairs = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
    let denominator: f32 = pairs
        .map(|(i, j)| w.col(i)[j] * c.col(i).dot(c.col(j)))
        .sum();
    if denominator > 0.0 {
        c * (relaxation * (1.0 - det) / denominator)
    } else {
        Mat3::ZERO
    }
}

/// The residuals of the rows, and Δλ before relaxation.
fn solve(
    t: &Tetrahedron,
    material: &Material,
    corners: &[Corner; 4],
    w: Mat3,
    [f, rate]: [Mat3; 2],
    old_lambda: [Vec3; 2],
) -> [[Vec3; 2]; 2] {
    let m = f.transpose() * f;
    let nu = material.poisson;
    let alpha = material.compliance / t.volume;
    let normal_of = |a: Mat3| Vec3::new(a.x_axis.x, a.y_axis.y, a.z_axis.z);
    let shear_of = |a: Mat3| Vec3::new(a.x_axis.y, a.y_axis.z, a.z_axis.x);
    let lateral = nu * old_lambda[0].element_sum();
    let strain_rate = rate.transpose() * f + f.transpose() * rate;
    let normal = 0.5 * (Vec3::ONE - normal_of(m))
        - alpha * ((1.0 + nu) * old_lambda[0] - lateral)
        - 0.5 * material.damping * normal_of(strain_rate);
    let shear = -shear_of(m)
        - 2.0 * (1.0 + nu) * alpha * old_lambda[1]
        - material.damping * shear_of(strain_rate);
    let residual = [normal, shear];
    if corners.iter().all(|c| c.w == 0.0) {
        return [residual, [Vec3::ZERO; 2]];
    }
    let block = Block::stvk_block(w, m, 1.0 + material.damping, alpha, nu);
    [residual, block.solve_block(normal, shear)]
}
