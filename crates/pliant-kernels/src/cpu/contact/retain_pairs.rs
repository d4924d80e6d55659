//! CPU implementation of `shaders/contact/retain_pairs.comp`.

use pliant_passes::passes::view::RetainPairs;
use pliant_passes::types::{FoundPair, STALE_PAIRS};

pub(crate) fn retain_pairs(pass: RetainPairs<'_>) {
    let state = &mut pass.state[0];
    if pass.stale[STALE_PAIRS as usize] == 0 || state.whole != 0 {
        return;
    }
    let known = pass.known.iter().zip(pass.near);
    for (one, near) in known.take(state.pairs as usize) {
        let element = one.element % pass.params.count;
        if [element, one.key / 16]
            .iter()
            .any(|e| pass.fresh[*e as usize] != 0)
        {
            continue;
        }
        let behind = if *near > 0.0 { 0 } else { pass.params.count };
        let one = FoundPair {
            element: behind + element,
            ..*one
        };
        pass.counts[one.element as usize] += 1;
        pass.found[state.found as usize] = one;
        state.found += 1;
    }
}
