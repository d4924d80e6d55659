//! CPU implementation of `shaders/fluid/solve_densities.comp`.

use super::{Neighbours, neighbours};
use crate::cpu::fluid::Kernel;
use crate::cpu::lanes::{Lanes, Vec3s, lanes, sum};
use crate::cpu::math::xyz;
use crate::views::view::SolveDensities;
use pliant_passes::types::{FEATURE_COUPLED, TINY};

pub(crate) fn solve_densities(pass: &SolveDensities<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let before = pass.params.keep_pressure * pass.pressure.get(s);
    let after = if pass.sorted_position[s][3] > 0.0 {
        (before + pressure_step(pass, s)).max(0.0)
    } else {
        0.0
    };
    pass.pressure.set(s, after);
    pass.pressure_change.set(s, after - before);
}

/// The pressure change that solves the density constraint, before clamping.
fn pressure_step(pass: &SolveDensities<'_>, s: usize) -> f32 {
    let params = pass.params;
    let volume = pass.sorted_position[s][3];
    let (mut kernel_sums, mut denominators) = (Lanes::ZERO, Lanes::ZERO);
    let mut gradients = Vec3s::ZERO;
    let list = neighbours!(pass).fours(s);
    for group in list.groups() {
        let others = list.group(group);
        let size = others.volume.abs() * others.u * others.u;
        kernel_sums += size * others.u;
        denominators += lanes(|k| pass.correction_scale[others.index[k]]) * size;
        gradients += others.direction * size;
    }
    let kernel_sum = volume + sum(kernel_sums);
    let mut denominator = sum(denominators);
    let mut own_gradient = -gradients.sum();
    let boundary = pass.sorted_boundary[s];
    own_gradient =
        params.gradient_scale * own_gradient - params.boundary_force_scale * xyz(boundary);
    denominator =
        params.gradient_scale * denominator + pass.correction_scale[s] * own_gradient.length();
    if pass.features & FEATURE_COUPLED != 0 {
        denominator += pass.boundary_scale[s];
    }
    let c = params.density_at(xyz(pass.sorted_position[s]), kernel_sum, boundary) - 1.0;
    let denominator = (denominator + params.regularization * pass.correction_scale[s])
        * volume
        * params.pressure_unit;
    params.relaxation * c / (denominator + TINY)
}
