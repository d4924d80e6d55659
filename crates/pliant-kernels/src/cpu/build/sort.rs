//! Twin of `shaders/build/sort.comp`.

use super::list;
use crate::passes::view::Sort;

pub(crate) fn sort(pass: Sort<'_>) {
    for i in 0..pass.params.count as usize {
        let range = list(pass.starts, i);
        if range.len() > pass.params.limit as usize {
            pass.overflow[0] += 1;
        } else {
            pass.entries[range].sort_unstable();
        }
    }
}
