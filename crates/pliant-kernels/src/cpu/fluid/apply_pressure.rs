//! CPU implementation of `shaders/fluid/apply_pressure.comp`.

use super::{Neighbours, neighbours};
use crate::cpu::lanes::{Lanes, Vec3s, lanes};
use crate::cpu::math::xyz;
use crate::views::view::ApplyPressure;
use pliant_passes::types::FEATURE_JACOBI;

pub(crate) fn apply_pressure(pass: &ApplyPressure<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let (own_change, volume) = (pass.pressure_change[s], pass.sorted_position[s][3]);
    let mut corrections = Vec3s::ZERO;
    let list = neighbours!(pass).fours(s);
    for group in list.groups() {
        let others = list.group(group);
        let pair_change =
            Lanes::splat(own_change) + lanes(|k| pass.pressure_change[others.index[k]]);
        corrections += others.direction * (others.volume.abs() * pair_change * others.u * others.u);
    }
    let mut correction = corrections.sum();
    let p = pass.particles[pass.order[s] as usize] as usize;
    correction = volume.abs()
        * (params.gradient_scale * correction
            + params.boundary_force_scale * own_change * xyz(pass.sorted_boundary[s]));
    correction *= params.pressure_unit * pass.velocity[p][3];
    let d = pass.displacement.xyz(p) + correction;
    pass.displacement.set_xyz(p, d);
    if pass.features & FEATURE_JACOBI != 0 {
        let before = pass.displacement_before.xyz(p);
        pass.displacement_before.set_xyz(p, before + correction);
        pass.current_position.set_xyz(p, xyz(pass.position[p]) + d);
    }
}
