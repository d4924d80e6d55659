//! CPU implementation of `shaders/include/motion_bound.glsl`.

use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::types::{BOUND_EXCEEDED, ContactState, STALE_PAIRS};

/// The way of a particle, `gone` in so many substeps since pairs were sought, beyond the one that was expected.
pub(crate) fn beyond(state: &ContactState, way: [f32; 4], gone: Vec3, substeps: f32) -> Vec3 {
    gone - substeps * Vec3::from(state.drift) - substeps.min(way[3]) * xyz(way)
}

/// Pairs are to be sought around a particle.
pub(crate) fn stray(sought: &mut [f32; 4], stale: &mut [u32], state: &mut ContactState) {
    sought[3] = BOUND_EXCEEDED;
    stale[STALE_PAIRS as usize] = 1;
    state.straying += 1;
}
