//! CPU implementation of `shaders/fluid/apply_pressure.comp`.

use super::{Neighbours, neighbours};
use crate::cpu::math::xyz;
use crate::views::view::ApplyPressure;
use glam::Vec3;
use pliant_passes::types::FEATURE_JACOBI;

pub(crate) fn apply_pressure(pass: &ApplyPressure<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let (own_change, volume) = (pass.pressure_change[s], pass.sorted_position[s][3]);
    let mut correction = Vec3::ZERO;
    for other in neighbours!(pass).of(s) {
        let pair_change = own_change + pass.pressure_change[other.index];
        correction += other.volume.abs() * pair_change * other.u * other.u * other.direction;
    }
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
