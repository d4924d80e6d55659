//! Twin of `shaders/include/stray.glsl`.

use crate::types::{TOUCH_AHEAD, TouchState};
use glam::Vec3;

/// The way of a particle, `gone` in so many substeps since pairs were sought, beyond the one that was expected.
pub(crate) fn beyond(state: &TouchState, way: [f32; 3], gone: Vec3, substeps: f32) -> Vec3 {
    gone - substeps * Vec3::from(state.drift) - substeps.min(TOUCH_AHEAD as f32) * Vec3::from(way)
}
