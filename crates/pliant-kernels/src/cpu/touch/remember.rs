//! Twin of `shaders/touch/remember.comp`.

use crate::cpu::math::{with_w, xyz};
use crate::passes::view::TouchRemember;
use glam::Vec3;

/// Of the way that a particle is on: how far it may stray beyond what its body's may.
const FAST: f32 = 1.0;

pub(crate) fn remember(pass: TouchRemember<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for i in 0..pass.params.count as usize {
        let slack = pass.bodies[pass.body_of[i] as usize].slack;
        let way = xyz(pass.moved[i]) - Vec3::from(pass.state[0].drift);
        pass.sought[i] = with_w(xyz(pass.position[i]), slack + FAST * way.length());
        pass.ways[i] = way.to_array();
        pass.counts[i] = 0;
        pass.filled[i] = 0;
    }
}
