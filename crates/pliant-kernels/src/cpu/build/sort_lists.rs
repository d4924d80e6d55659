//! CPU implementation of `shaders/build/sort_lists.comp`.

use super::list;
use crate::views::view::SortLists;

pub(crate) fn sort_lists(pass: &SortLists<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let range = list(pass.starts, i);
    if range.len() > pass.params.limit as usize {
        pass.overflow.add(0, 1);
    } else {
        pass.entries.update_range(range, <[_]>::sort_unstable);
    }
}
