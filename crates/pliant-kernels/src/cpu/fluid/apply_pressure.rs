//! Twin of `shaders/fluid/apply_pressure.comp`.

use super::{Lists, lists};
use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::ApplyPressure;
use pliant_passes::types::FEATURE_JACOBI;

pub(crate) fn apply_pressure(pass: ApplyPressure<'_>) {
    let params = pass.params;
    for s in 0..params.count as usize {
        let (own, volume) = (pass.change[s], pass.sorted_position[s][3]);
        let mut push = Vec3::ZERO;
        for beside in lists!(pass).around(s) {
            let both = own + pass.change[beside.place];
            push += beside.volume.abs() * both * beside.u * beside.u * beside.along;
        }
        let p = pass.particles[pass.order[s] as usize] as usize;
        push = volume.abs() * (params.push * push + params.steep * own * xyz(pass.walls[s]));
        push *= params.unit * pass.velocity[p][3];
        let d = xyz(pass.displacement[p]) + push;
        set_xyz(&mut pass.displacement[p], d);
        if pass.features & FEATURE_JACOBI != 0 {
            let before = xyz(pass.displacement_before[p]);
            set_xyz(&mut pass.displacement_before[p], before + push);
            set_xyz(&mut pass.current_position[p], xyz(pass.position[p]) + d);
        }
    }
}
