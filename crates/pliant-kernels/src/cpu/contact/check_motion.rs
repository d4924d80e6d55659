//! CPU implementation of `shaders/contact/check_motion.comp`.

use super::stray::{beyond, stray};
use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::CheckMotion;
use pliant_passes::types::STALE_GUARD;

pub(crate) fn check_motion(pass: CheckMotion<'_>) {
    let state = pass.state[0];
    let drift = (state.substeps + 1.0) * Vec3::from(state.drift);
    for i in 0..pass.params.count as usize {
        let end = xyz(pass.position[i]) + xyz(pass.displacement[i]);
        let gone = end - xyz(pass.sought[i]);
        let over = beyond(&state, pass.ways[i], gone, state.substeps + 1.0);
        let known = over.length() <= pass.sought[i][3];
        let free = (end - xyz(pass.detected[i]) - drift).length() <= pass.free[i];
        if !known {
            stray(&mut pass.sought[i], pass.stale, &mut pass.state[0]);
        }
        pass.stale[STALE_GUARD as usize] |= u32::from(!(known && free));
    }
}
