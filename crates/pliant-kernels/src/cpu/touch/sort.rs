//! Twin of `shaders/touch/sort.comp`.

use crate::passes::view::TouchSort;

pub(crate) fn sort(pass: TouchSort<'_>) {
    for i in 0..pass.params.count as usize {
        if pass.renewed[i] != 0 {
            pass.renewed[i] = 0;
            pass.entries[pass.starts[i] as usize..pass.ends[i] as usize].sort_unstable();
        }
    }
}
