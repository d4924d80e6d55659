//! CPU implementation of `shaders/fluid/apply_pressure.comp`.

use super::by_blocks;
use crate::cpu::fluid::neighbours::Neighbours;
use crate::cpu::lanes::{Eight, Vec3s, eight};
use crate::cpu::math::xyz;
use crate::views::view::ApplyPressure;
use glam::Vec3;
use pliant_passes::types::FEATURE_JACOBI;
use std::ops::Range;

pub(crate) fn apply_pressure(pass: &ApplyPressure<'_>, points: Range<usize>) {
    let read = |s: usize| {
        let p = pass.particles[pass.order[s] as usize] as usize;
        (p, pass.velocity[p][3], pass.displacement.xyz(p))
    };
    by_blocks(points, pass.params.count, read, |s, particle| {
        apply_to(pass, s, particle);
    });
}

/// Applies pressure changes around point s to its particle, which has this index, inverse mass and displacement.
#[inline(always)]
fn apply_to(pass: &ApplyPressure<'_>, s: usize, (p, inverse_mass, before): (usize, f32, Vec3)) {
    let params = pass.params;
    let (own_change, volume) = (pass.pressure_change[s], pass.lists.sorted_position[s][3]);
    let mut corrections = Vec3s::ZERO;
    let list = Neighbours::new(&pass.lists, pass.params).eights(s);
    for first in list.firsts() {
        let others = list.group(first);
        let pair_change = eight(own_change) + Eight::new(pass.pressure_change.gather(others.index));
        corrections += others.direction * (others.volume.abs() * pair_change * others.u * others.u);
    }
    let mut correction = corrections.sum();
    correction = volume.abs()
        * (params.gradient_scale * correction
            + params.boundary_force_scale * own_change * xyz(pass.sorted_boundary[s]));
    correction *= params.pressure_unit * inverse_mass;
    let d = before + correction;
    pass.displacement.set_xyz(p, d);
    if pass.features & FEATURE_JACOBI != 0 {
        let before = pass.displacement_before.xyz(p);
        pass.displacement_before.set_xyz(p, before + correction);
        pass.current_position.set_xyz(p, xyz(pass.position[p]) + d);
    }
}
