//! Twin of `shaders/touch/mean.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::TouchMean;
use glam::Vec3;

pub(crate) fn mean(pass: TouchMean<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    let moved = &pass.moved[..pass.params.count as usize];
    let sum: Vec3 = moved.iter().map(|d| xyz(*d)).sum();
    let drift = if moved.iter().all(|d| d[3] > 0.0) {
        sum / moved.len() as f32
    } else {
        Vec3::ZERO
    };
    pass.state[0].drift = drift.to_array();
}
