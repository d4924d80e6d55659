//! CPU implementation of `shaders/solve/solve_stvk_triangles.comp`.

use super::constraint::{Corner, Rows};
use super::stvk::inverse_of;
use crate::views::view::SolveStvkTriangles;
use glam::{Mat3, Vec2, Vec3};
use pliant_passes::types::{Material, Triangle};

pub(crate) fn solve_stvk_triangles(pass: &SolveStvkTriangles<'_>, own: usize) {
    let rows = Rows::new(&pass.rows, &pass.params, pass.features);
    rows.run(own, |at| project(&rows, at, &pass.triangles[at]));
}

/// C = (E₀₀, E₁₁, 2E₀₁) in plane strain [MMC16, §5.2.3].
fn project(rows: &Rows<'_>, at: usize, t: &Triangle) {
    let corners = [t.a, t.b, t.c].map(|p| rows.corner(p));
    let [inverse_b, inverse_c] = [t.inverse_b, t.inverse_c].map(Vec2::from);
    let b = [-(inverse_b + inverse_c), inverse_b, inverse_c];
    let columns = |of: &dyn Fn(usize) -> Vec3| {
        let sum = |axis: usize| (0..3).map(|k| of(k) * b[k][axis]).sum::<Vec3>();
        [sum(0), sum(1)]
    };
    let f = columns(&|k| rows.edge_to(&corners[0], &corners[k]));
    let rate = columns(&|k| corners[k].displacement);
    let old_lambda = Vec3::from([0, 1, 2].map(|row| rows.load_lambda(3 * at + row)));
    let material = rows.material(t.material);
    let scale =
        rows.relaxation(corners.iter().zip(b.map(Vec2::length_squared)), 0.0) * material.stiffness;
    let [r, change] = solve(t, &material, &corners, &b, [f, rate], old_lambda);
    let change = scale * change;
    for row in 0..3 {
        rows.store_residual(3 * at + row, r[row]);
        rows.store_lambda(3 * at + row, old_lambda[row], change[row]);
    }
    let l = if rows.writes_forces() {
        old_lambda
    } else {
        change
    };
    let stress = [f[0] * l.x + f[1] * l.z, f[0] * l.z + f[1] * l.y];
    let [pb, pc] = [1, 2].map(|k| stress[0] * b[k].x + stress[1] * b[k].y);
    for (k, push) in [-(pb + pc), pb, pc].into_iter().enumerate() {
        rows.apply_correction(3 * at + k, &corners[k], push);
    }
}

/// The residuals of the rows, and Δλ before relaxation.
fn solve(
    t: &Triangle,
    material: &Material,
    corners: &[Corner; 3],
    b: &[Vec2; 3],
    [f, rate]: [[Vec3; 2]; 2],
    old_lambda: Vec3,
) -> [Vec3; 2] {
    let w: Vec3 = (0..3)
        .map(|k| corners[k].w * Vec3::new(b[k].x * b[k].x, b[k].y * b[k].y, b[k].x * b[k].y))
        .sum();
    if w.x + w.y == 0.0 {
        return [Vec3::ZERO; 2];
    }
    let m = Vec3::new(f[0].dot(f[0]), f[1].dot(f[1]), f[0].dot(f[1]));
    let (gamma, nu) = (1.0 + material.damping, material.poisson);
    let alpha = (1.0 + nu) * material.compliance / t.area;
    let xy = gamma * w.z * m.z - alpha * nu;
    let yz = gamma * (w.z * m.y + w.y * m.z);
    let zx = gamma * (w.x * m.z + w.z * m.x);
    let block = Mat3::from_cols(
        Vec3::new(gamma * w.x * m.x + alpha * (1.0 - nu), xy, zx),
        Vec3::new(xy, gamma * w.y * m.y + alpha * (1.0 - nu), yz),
        Vec3::new(
            zx,
            yz,
            gamma * (w.x * m.y + 2.0 * w.z * m.z + w.y * m.x) + 2.0 * alpha,
        ),
    );
    let strain = Vec3::new(0.5 * (m.x - 1.0), 0.5 * (m.y - 1.0), m.z);
    let compliance_term = alpha
        * Vec3::new(
            (1.0 - nu) * old_lambda.x - nu * old_lambda.y,
            (1.0 - nu) * old_lambda.y - nu * old_lambda.x,
            2.0 * old_lambda.z,
        );
    let strain_rate = Vec3::new(
        rate[0].dot(f[0]),
        rate[1].dot(f[1]),
        rate[0].dot(f[1]) + rate[1].dot(f[0]),
    );
    let r = -strain - compliance_term - material.damping * strain_rate;
    [r, inverse_of(block) * r]
}
