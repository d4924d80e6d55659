//! Twin of `shaders/touch/remember.comp`.

use crate::cpu::math::{with_w, xyz};
use crate::passes::view::TouchRemember;
use crate::types::TOUCH_AHEAD;
use glam::Vec3;

/// Of the way that a particle is on: how far it may stray beyond what its body's may.
const FAST: f32 = 1.0;

/// Of how far it may stray: with how much it sets out anew.
const SOON: f32 = 0.3;

pub(crate) fn remember(mut pass: TouchRemember<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for i in 0..pass.params.count as usize {
        let (stay, room) = left_of_way(&pass, i);
        let way = xyz(pass.moved[i]) - Vec3::from(pass.state[0].drift);
        let beside = xyz(pass.position[i]) - stay;
        let hardly = beside.length().max((beside + way).length()) <= SOON * room;
        let strays = pass.state[0].whole != 0 || !hardly;
        if strays {
            set_out(&mut pass, i, way);
        } else {
            pass.sought[i] = with_w(stay, room);
            pass.ways[i] = [0.0; 3];
        }
        pass.strayed[i] = u32::from(strays);
        pass.counts[i] = 0;
        pass.filled[i] = 0;
    }
}

fn set_out(pass: &mut TouchRemember<'_>, i: usize, way: Vec3) {
    let slack = pass.bodies[pass.body_of[i] as usize].slack;
    pass.sought[i] = with_w(xyz(pass.position[i]), slack + FAST * way.length());
    pass.ways[i] = way.to_array();
}

/// The middle of what is left of a particle's way, and how far it may stray from there without straying from that.
fn left_of_way(pass: &TouchRemember<'_>, i: usize) -> (Vec3, f32) {
    let ahead = TOUCH_AHEAD as f32;
    let (state, way) = (pass.state[0], Vec3::from(pass.ways[i]));
    let gone = state.elapsed.min(ahead);
    let left = 0.5 * (ahead - gone) * way;
    let drift = state.elapsed * Vec3::from(state.drift);
    let middle = xyz(pass.sought[i]) + drift + gone * way + left;
    (middle, pass.sought[i][3] - left.length())
}
