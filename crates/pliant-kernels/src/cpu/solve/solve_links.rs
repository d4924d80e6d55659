//! CPU implementation of `shaders/solve/solve_links.comp`.

use super::constraint::colors;
use crate::cpu::math::{set_xyz, xyz};
use pliant_passes::passes::view::SolveLinks;

pub(crate) fn solve_links(mut pass: SolveLinks<'_>) {
    for [first, count] in colors(&pass.params, pass.features, pass.ranges) {
        for at in first..first + count {
            project(&mut pass, at as usize);
        }
    }
}

/// C = |a − b| − rest [MMC16, eqs 18, 26].
fn project(pass: &mut SolveLinks<'_>, at: usize) {
    let link = pass.links[at];
    let (i, j) = (link.a as usize, link.b as usize);
    let (a, b) = (pass.displacement[i], pass.displacement[j]);
    let w = a[3] + b[3];
    if w == 0.0 {
        return;
    }
    let material = pass.materials[link.material as usize];
    let relative_displacement = xyz(a) - xyz(b);
    let d = (xyz(pass.position[i]) - xyz(pass.position[j])) + relative_displacement;
    let length = d.length();
    let n = if length > 0.0 { d * (1.0 / length) } else { d };
    let old_lambda = pass.params.keep_lambda * pass.lambda[at];
    let damping_term = material.damping * n.dot(relative_displacement);
    let r = link.rest - length - material.compliance * old_lambda - damping_term;
    let change = material.stiffness * r / ((1.0 + material.damping) * w + material.compliance);
    pass.lambda[at] = old_lambda + change;
    set_xyz(&mut pass.displacement[i], xyz(a) + (a[3] * change) * n);
    set_xyz(&mut pass.displacement[j], xyz(b) - (b[3] * change) * n);
}
