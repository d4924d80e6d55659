//! Twin of `shaders/touch/sort.comp`.

use crate::passes::view::TouchSort;

pub(crate) fn sort(pass: TouchSort<'_>) {
    if pass.state[0].detected > 0.0 {
        return;
    }
    for i in 0..pass.params.count as usize {
        pass.entries[pass.starts[i] as usize..pass.ends[i] as usize].sort_unstable();
    }
}
