//! Twin of `shaders/touch/guard.comp`.

use super::{LEAST, Ways};
use crate::passes::view::TouchGuard;

/// Of the gap: parts that are closer than that cut each other, or all but, and would never come free.
const CUT: f32 = 1e-5;
/// Of how far beyond their gap they may push: bodies that all but cut each other there at the start keep a gap of less.
const CUTTING: f32 = 0.05;
const STEPS: usize = 16;

pub(crate) fn guard(pass: TouchGuard<'_>) {
    let round = pass.params.fill as usize;
    if round > 0 && pass.least[round - 1] == 1.0_f32.to_bits() {
        return;
    }
    for i in 0..pass.state[0].pairs as usize {
        let [kind, gap, reach, _] = pass.manners[i];
        let [gap, reach] = [gap, reach].map(f32::from_bits);
        let ways = Ways::new(pass.corners[i], kind, pass.position, pass.moved);
        let start = pass.apart_at_start[i];
        let limit = if start <= CUT * gap || gap < CUTTING * (reach - gap) {
            1.0
        } else {
            limit(&ways, LEAST * gap.min(start))
        };
        pass.limit[i] = limit;
        let least = &mut pass.least[round];
        *least = limit.min(f32::from_bits(*least)).to_bits();
    }
}

fn limit(ways: &Ways, least: f32) -> f32 {
    let mut time = 0.0;
    for _ in 0..STEPS {
        let between = ways.nearest_at(time).apart;
        let apart = between.length();
        if apart <= 1.05 * least || time >= 1.0 {
            break;
        }
        time = ways.meeting(between, time, least);
    }
    time
}
