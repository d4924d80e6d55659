//! Twin of `shaders/touch/remember.comp`.

use crate::cpu::math::{with_w, xyz};
use crate::passes::view::TouchRemember;
use glam::Vec3;

/// Substeps at the same speed that pairs are to last.
const AHEAD: f32 = 2.0;

pub(crate) fn remember(pass: TouchRemember<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for i in 0..pass.params.count as usize {
        let way = (xyz(pass.moved[i]) - Vec3::from(pass.state[0].drift)).length();
        let slack = pass.bodies[pass.body_of[i] as usize].slack;
        pass.sought[i] = with_w(xyz(pass.position[i]), slack + AHEAD * way);
        pass.counts[i] = 0;
        pass.filled[i] = 0;
    }
}
