//! CPU implementation of `shaders/rigid/count_pairs.comp`.

use super::pair_key::Keys;
use crate::views::view::CountPairs;
use pliant_passes::types::COLORS;

pub(crate) fn count_pairs(pass: &CountPairs<'_>, workgroup: usize) {
    let keys = Keys::new(&pass.keys, pass.params);
    let mut sizes = [0; COLORS as usize + 1];
    for pair in keys.block(workgroup) {
        sizes[keys.key(pair)] += 1;
    }
    for (key, size) in sizes.into_iter().enumerate().take(keys.key_count()) {
        pass.counts.set(key * keys.workgroups() + workgroup, size);
    }
}
