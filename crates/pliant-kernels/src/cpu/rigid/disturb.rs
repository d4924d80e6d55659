//! CPU implementation of `shaders/rigid/disturb.glsl`.

use crate::memory::Shared;
use pliant_passes::types::{MotionBound, STATUS_WAKES};
use std::mem::offset_of;

/// Marks a sleeping body as disturbed.
pub(super) fn disturb(
    motion_bounds: &Shared<'_, MotionBound>,
    status: &Shared<'_, u32>,
    body: u32,
    disturbed: u32,
) {
    let word = offset_of!(MotionBound, disturbed);
    motion_bounds.atomic(body as usize, word).max(disturbed);
    status.add(STATUS_WAKES as usize, 1);
}
