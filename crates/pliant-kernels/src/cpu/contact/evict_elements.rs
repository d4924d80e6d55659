//! CPU implementation of `shaders/contact/evict_elements.comp`.

use pliant_passes::passes::view::EvictElements;
use pliant_passes::types::{NONE, STALE_PAIRS};

pub(crate) fn evict_elements(pass: EvictElements<'_>) {
    let state = &mut pass.state[0];
    if pass.stale[STALE_PAIRS as usize] == 0 || state.whole != 0 {
        return;
    }
    let known = state.unparted.min(pass.params.capacity);
    for (of, i) in pass.unparted[..known as usize].iter_mut().zip(0..) {
        if of[0] != NONE && of.iter().all(|e| pass.fresh[*e as usize] == 0) {
            continue;
        }
        *of = [NONE; 2];
        pass.found[state.vacant as usize] = i;
        state.vacant += 1;
    }
}
