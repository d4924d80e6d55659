//! Twin of `shaders/touch/drift.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::TouchDrift;
use glam::Vec3;

pub(crate) fn drift(pass: TouchDrift<'_>) {
    let state = pass.state[0];
    let all = (state.substeps + 1.0) * Vec3::from(state.drift);
    for i in 0..pass.params.count as usize {
        let gone = xyz(pass.position[i]) - xyz(pass.sought[i]) + xyz(pass.moved[i]) - all;
        let within = gone.length() <= pass.sought[i][3];
        pass.stale[0] |= u32::from(!within);
    }
}
