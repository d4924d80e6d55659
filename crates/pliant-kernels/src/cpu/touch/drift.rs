//! Twin of `shaders/touch/drift.comp`.

use super::stray::beyond;
use crate::cpu::math::xyz;
use crate::passes::view::TouchDrift;
use crate::types::{STALE_PAIRS, STALE_TOUCHES};
use glam::Vec3;

pub(crate) fn drift(pass: TouchDrift<'_>) {
    for i in 0..pass.params.count as usize {
        pass.stale[STALE_PAIRS as usize] |= u32::from(strays(&pass, i));
        pass.stale[STALE_TOUCHES as usize] |= u32::from(stirs(&pass, i));
    }
}

fn strays(pass: &TouchDrift<'_>, i: usize) -> bool {
    let state = pass.state[0];
    let gone = xyz(pass.position[i]) - xyz(pass.sought[i]);
    let substeps = state.substeps + 1.0;
    let astray = |gone, substeps| beyond(&state, pass.ways[i], gone, substeps).length();
    let after = astray(gone + xyz(pass.moved[i]), substeps + 1.0);
    let within = astray(gone, substeps).max(after) <= pass.sought[i][3];
    !within
}

fn stirs(pass: &TouchDrift<'_>, i: usize) -> bool {
    let state = pass.state[0];
    let drift = Vec3::from(state.drift);
    let gone = xyz(pass.position[i]) - xyz(pass.detected[i]) - (state.detected + 1.0) * drift;
    let after = gone + xyz(pass.moved[i]) - drift;
    let within = gone.length().max(after.length()) <= pass.detected[i][3];
    !within
}
