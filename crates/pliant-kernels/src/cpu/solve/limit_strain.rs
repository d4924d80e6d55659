//! CPU implementation of `shaders/solve/limit_strain.comp`.

use super::constraint::Rows;
use crate::views::view::LimitStrain;
use pliant_passes::types::Limit;

pub(crate) fn limit_strain(pass: &LimitStrain<'_>, own: usize) {
    let rows = Rows::new(&pass.rows, &pass.params, pass.features);
    rows.run(own, |at| project(&rows, at, &pass.limits[at]));
}

/// C = most − |a − b| ≥ 0; the sum of λ stays ≥ 0.
fn project(rows: &Rows<'_>, at: usize, limit: &Limit) {
    let [a, b] = [limit.a, limit.b].map(|p| rows.corner(p));
    let d = rows.edge_to(&b, &a);
    let direction = -d.normalize_or_zero();
    let (old_lambda, w) = (rows.load_lambda(at), a.w + b.w);
    let r = d.length() - limit.max_length;
    let change = if w > 0.0 {
        (rows.relaxation([(&a, 1.0), (&b, 1.0)], 0.0) * r / w).max(-old_lambda)
    } else {
        0.0
    };
    rows.store_residual(at, r.max(0.0));
    rows.store_lambda(at, old_lambda, change);
    let impulse = if rows.writes_forces() {
        old_lambda
    } else {
        change
    } * direction;
    rows.apply_correction(2 * at, &a, impulse);
    rows.apply_correction(2 * at + 1, &b, -impulse);
}
