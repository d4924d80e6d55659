//! Twin of `shaders/touch/drift.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::TouchDrift;
use crate::types::TOUCH_AHEAD;
use glam::Vec3;

pub(crate) fn drift(pass: TouchDrift<'_>) {
    let state = pass.state[0];
    for i in 0..pass.params.count as usize {
        let astray = |place: Vec3, substeps: f32| {
            let own = substeps.min(TOUCH_AHEAD as f32) * Vec3::from(pass.ways[i]);
            (place - substeps * Vec3::from(state.drift) - own).length()
        };
        let gone = xyz(pass.position[i]) - xyz(pass.sought[i]);
        let after = astray(gone + xyz(pass.moved[i]), state.substeps + 1.0);
        let within = astray(gone, state.substeps).max(after) <= pass.sought[i][3];
        pass.stale[0] |= u32::from(!within);
    }
}
