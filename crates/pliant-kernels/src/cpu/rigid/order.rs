//! CPU implementation of `shaders/include/order.glsl`.

use pliant_passes::types::WORKGROUP;

/// Counting sort of pairs by their key, below `starts.len() − 1`, stable within a key; each invocation sorts a part.
pub(super) fn order(
    count: usize,
    key: impl Fn(usize) -> usize,
    shares: &mut [u32],
    starts: &mut [u32],
    ordered: &mut [u32],
) {
    let (keys, invocations) = (starts.len() - 1, WORKGROUP as usize);
    let part = count.div_ceil(invocations).max(1);
    shares[..invocations * keys].fill(0);
    for pair in 0..count {
        shares[pair / part * keys + key(pair)] += 1;
    }
    let mut start = 0;
    for own in 0..keys {
        starts[own] = start;
        for other in 0..invocations {
            let size = std::mem::replace(&mut shares[other * keys + own], start);
            start += size;
        }
    }
    starts[keys] = start;
    for pair in 0..count {
        let place = &mut shares[pair / part * keys + key(pair)];
        ordered[*place as usize] = pair as u32;
        *place += 1;
    }
}
