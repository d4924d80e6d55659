//! CPU implementation of `shaders/contact/limit_pairs.comp`.

use super::Ways;
use pliant_passes::passes::view::LimitPairs;
use pliant_passes::types::{LEAST_GAP, STALE_GUARD, TRUNCATION_STEPS, UNLIMITED_APPROACH};

pub(crate) fn limit_pairs(pass: LimitPairs<'_>) {
    let round = pass.params.round as usize;
    if pass.stale[STALE_GUARD as usize] == 0 {
        return;
    }
    if round > 0 && pass.least[round - 1] == 1.0_f32.to_bits() {
        return;
    }
    for i in 0..pass.state[0].pairs as usize {
        let [kind, gap, ..] = pass.manners[i];
        let ways = Ways::new(pass.corners[i], kind, pass.position, pass.displacement);
        let detected = pass.apart[i];
        let limit = if detected == 0.0 || ways.closing() <= UNLIMITED_APPROACH * detected {
            1.0
        } else {
            limit(&ways, f32::from_bits(gap))
        };
        pass.limit[i] = limit;
        let least = &mut pass.least[round];
        *least = limit.min(f32::from_bits(*least)).to_bits();
    }
}

fn limit(ways: &Ways, gap: f32) -> f32 {
    let mut time = 0.0;
    let least = LEAST_GAP * gap.min(ways.nearest_at(0.0).apart.length());
    for _ in 0..TRUNCATION_STEPS {
        let between = ways.nearest_at(time).apart;
        let apart = between.length();
        if apart <= 1.05 * least || time >= 1.0 {
            break;
        }
        time = ways.meeting(between, time, least);
    }
    time
}
