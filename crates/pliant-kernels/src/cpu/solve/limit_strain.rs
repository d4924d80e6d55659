//! CPU implementation of `shaders/solve/limit_strain.comp`.

use super::constraint::{Rows, rows};
use crate::views::view::LimitStrain;
use pliant_passes::types::Limit;

rows!(LimitStrain);

pub(crate) fn limit_strain(pass: &LimitStrain<'_>, own: usize) {
    pass.run(own, |at| project(pass, at, &pass.limits[at]));
}

/// C = most − |a − b| ≥ 0; the sum of λ stays ≥ 0.
fn project(pass: &LimitStrain<'_>, at: usize, limit: &Limit) {
    let [a, b] = [limit.a, limit.b].map(|p| pass.corner(p));
    let d = pass.edge_to(&b, &a);
    let direction = -d.normalize_or_zero();
    let (old_lambda, w) = (pass.load_lambda(at), a.w + b.w);
    let r = d.length() - limit.max_length;
    let change = if w > 0.0 {
        (pass.relaxation([(&a, 1.0), (&b, 1.0)], 0.0) * r / w).max(-old_lambda)
    } else {
        0.0
    };
    pass.store_residual(at, r.max(0.0));
    pass.store_lambda(at, old_lambda, change);
    let impulse = if pass.writes_forces() {
        old_lambda
    } else {
        change
    } * direction;
    pass.apply_correction(2 * at, &a, impulse);
    pass.apply_correction(2 * at + 1, &b, -impulse);
}
