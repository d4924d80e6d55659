//! CPU implementation of `shaders/rigid/sort_pairs.comp`.

use super::colors::first_small_color;
use super::pair_key::Keys;
use crate::views::view::SortPairs;
use pliant_passes::types::{COLOR_DISPATCHES, COLORS, KINDS, PAIRS_BY_KIND, WORKGROUP};

pub(crate) fn sort_pairs(pass: &SortPairs<'_>, workgroup: usize) {
    let keys = Keys::new(&pass.keys, pass.params);
    let mut offsets = [0; COLORS as usize + 1];
    for (key, offset) in offsets.iter_mut().enumerate().take(keys.key_count()) {
        *offset = pass.offsets[key * keys.workgroups() + workgroup];
    }
    for pair in keys.block(workgroup) {
        let offset = &mut offsets[keys.key(pair)];
        pass.ordered.set(*offset as usize, pair as u32);
        *offset += 1;
    }
    if workgroup == 0 {
        write_starts(pass, &keys);
    }
}

/// Writes where each key starts, and the workgroup counts of the passes over pairs of a key.
fn write_starts(pass: &SortPairs<'_>, keys: &Keys<'_>) {
    let start = |key: usize| pass.offsets[key * keys.workgroups()];
    for key in 0..=keys.key_count() {
        pass.key_starts.set(key, start(key));
    }
    let is_kind = pass.params.key == PAIRS_BY_KIND;
    let (first, own, last) = if is_kind {
        (0, KINDS as usize, KINDS)
    } else {
        let own = first_small_color(pass.params.color_dispatches, start);
        (KINDS as usize, own, COLOR_DISPATCHES)
    };
    for key in 0..last as usize {
        let size = if key < own {
            start(key + 1) - start(key)
        } else {
            0
        };
        pass.dispatch_arguments
            .set(first + key, [size.div_ceil(WORKGROUP), 1, 1]);
    }
}
