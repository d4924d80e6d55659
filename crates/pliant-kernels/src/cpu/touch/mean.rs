//! Twin of `shaders/touch/mean.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::TouchMean;
use glam::Vec3;

pub(crate) fn mean(pass: TouchMean<'_>) {
    let state = &mut pass.state[0];
    if pass.stale[0] == 0 {
        state.substeps += 1.0;
        return;
    }
    let moved = &pass.moved[..pass.params.count as usize];
    let sum: Vec3 = moved.iter().map(|d| xyz(*d)).sum();
    state.drift = (sum / moved.len() as f32).to_array();
    (state.substeps, state.found) = (0.0, 0);
}
