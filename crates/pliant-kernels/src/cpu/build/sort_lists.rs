//! CPU implementation of `shaders/build/sort_lists.comp`.

use super::list;
use pliant_passes::passes::view::SortLists;

pub(crate) fn sort_lists(pass: SortLists<'_>) {
    for i in 0..pass.params.count as usize {
        let range = list(pass.starts, i);
        if range.len() > pass.params.limit as usize {
            pass.overflow[0] += 1;
        } else {
            pass.entries[range].sort_unstable();
        }
    }
}
