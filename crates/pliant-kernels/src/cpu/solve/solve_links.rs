//! CPU implementation of `shaders/solve/solve_links.comp`.

use super::constraint::run_constraints;
use crate::cpu::math::xyz;
use crate::views::view::SolveLinks;

pub(crate) fn solve_links(pass: &SolveLinks<'_>, own: usize) {
    run_constraints(&pass.params, pass.features, &pass.ranges, own, |at| {
        project(pass, at);
    });
}

/// C = |a − b| − rest [MMC16, eqs 18, 26].
fn project(pass: &SolveLinks<'_>, at: usize) {
    let link = pass.links[at];
    let (i, j) = (link.a as usize, link.b as usize);
    let (a, b) = (pass.displacement.get(i), pass.displacement.get(j));
    let w = a[3] + b[3];
    if w == 0.0 {
        return;
    }
    let material = pass.materials[link.material as usize];
    let relative_displacement = xyz(a) - xyz(b);
    let d = (xyz(pass.position[i]) - xyz(pass.position[j])) + relative_displacement;
    let length = d.length();
    let n = if length > 0.0 { d * (1.0 / length) } else { d };
    let old_lambda = pass.params.keep_lambda * pass.lambda.get(at);
    let damping_term = material.damping * n.dot(relative_displacement);
    let r = link.rest - length - material.compliance * old_lambda - damping_term;
    let change = material.stiffness * r / ((1.0 + material.damping) * w + material.compliance);
    pass.lambda.set(at, old_lambda + change);
    // Links of a colour may share a pinned particle, so it is only read.
    if a[3] > 0.0 {
        pass.displacement.set_xyz(i, xyz(a) + (a[3] * change) * n);
    }
    if b[3] > 0.0 {
        pass.displacement.set_xyz(j, xyz(b) - (b[3] * change) * n);
    }
}
