//! CPU implementation of `shaders/fluid/solve_densities.comp`.

use crate::cpu::fluid::kernel::Kernel;
use crate::cpu::fluid::neighbours::Neighbours;
use crate::cpu::lanes::{Eight, Numbers, Vec3s};
use crate::cpu::math::xyz;
use crate::views::view::SolveDensities;
use pliant_passes::types::{FEATURE_COUPLED, TINY};

pub(crate) fn solve_densities(pass: &SolveDensities<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let before = pass.params.keep_pressure * pass.pressure.get(s);
    let after = if pass.lists.sorted_position[s][3] > 0.0 {
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
    let volume = pass.lists.sorted_position[s][3];
    let (mut kernel_sums, mut denominators) = (Eight::ZERO, Eight::ZERO);
    let mut gradients = Vec3s::ZERO;
    let list = Neighbours::new(&pass.lists, pass.params).eights(s);
    for first in list.firsts() {
        let others = list.group(first);
        let size = others.volume.abs() * others.u * others.u;
        kernel_sums += size * others.u;
        denominators += Eight::new(pass.correction_scale.gather(others.index)) * size;
        gradients += others.direction * size;
    }
    let kernel_sum = volume + kernel_sums.sum();
    let mut denominator = denominators.sum();
    let mut own_gradient = -gradients.sum();
    let boundary = pass.sorted_boundary[s];
    own_gradient =
        params.gradient_scale * own_gradient - params.boundary_force_scale * xyz(boundary);
    denominator =
        params.gradient_scale * denominator + pass.correction_scale[s] * own_gradient.length();
    if pass.features & FEATURE_COUPLED != 0 {
        denominator += pass.boundary_scale[s];
    }
    let c = params.density_at(xyz(pass.lists.sorted_position[s]), kernel_sum, boundary) - 1.0;
    let denominator = (denominator + params.regularization * pass.correction_scale[s])
        * volume
        * params.pressure_unit;
    params.relaxation * c / (denominator + TINY)
}
