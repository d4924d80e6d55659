//! CPU implementation of `shaders/include/order.glsl`.

use crate::memory::Shared;
use pliant_passes::types::WORKGROUP;

/// Counting sort of `count` pairs by their key, below `keys`, stable within a key; each invocation sorts a part.
pub(super) fn order(
    (count, keys): (usize, usize),
    key: impl Fn(usize) -> usize,
    shares: &Shared<'_, u32>,
    starts: &Shared<'_, u32>,
    ordered: &Shared<'_, u32>,
) {
    let invocations = WORKGROUP as usize;
    let part = count.div_ceil(invocations).max(1);
    shares.fill(0..invocations * keys, 0);
    for pair in 0..count {
        shares.update(pair / part * keys + key(pair), |share| *share += 1);
    }
    let mut start = 0;
    for own in 0..keys {
        starts.set(own, start);
        for other in 0..invocations {
            let size = shares.get(other * keys + own);
            shares.set(other * keys + own, start);
            start += size;
        }
    }
    starts.set(keys, start);
    for pair in 0..count {
        let share = pair / part * keys + key(pair);
        ordered.set(shares.get(share) as usize, pair as u32);
        shares.update(share, |place| *place += 1);
    }
}
