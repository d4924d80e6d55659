//! Twin of `shaders/touch/guard.comp`.

use super::{LEAST, Ways};
use crate::passes::view::TouchGuard;

/// Of the gap: parts that are closer than that cut each other, or all but, and would never come free.
const CUT: f32 = 1e-5;
const STEPS: usize = 16;

pub(crate) fn guard(pass: TouchGuard<'_>) {
    for i in 0..pass.state[0].pairs as usize {
        let pair = pass.pairs[i];
        let ways = Ways::new(pair, pass.position, pass.moved);
        let start = pass.touches[i].apart;
        let limit = if start <= CUT * pair.gap {
            1.0
        } else {
            limit(&ways, start, LEAST * pair.gap.min(start))
        };
        pass.limit[i] = limit;
        let least = &mut pass.least[0];
        *least = limit.min(f32::from_bits(*least)).to_bits();
    }
}

fn limit(ways: &Ways, start: f32, least: f32) -> f32 {
    let most = ways.closing();
    let (mut time, mut apart) = (0.0, start);
    for _ in 0..STEPS {
        if (1.0 - time) * most <= apart - least {
            return 1.0;
        }
        if apart <= 1.05 * least {
            break;
        }
        time += (apart - least) / most;
        apart = ways.nearest_at(time).apart.length();
    }
    time
}
