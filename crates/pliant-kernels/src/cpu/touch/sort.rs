//! Twin of `shaders/touch/sort.comp`.

use crate::passes::view::TouchSort;

pub(crate) fn sort(pass: TouchSort<'_>) {
    if pass.stale[0] != 0 {
        for i in 0..pass.params.count as usize {
            pass.entries[pass.starts[i] as usize..pass.starts[i + 1] as usize].sort_unstable();
        }
    }
}
