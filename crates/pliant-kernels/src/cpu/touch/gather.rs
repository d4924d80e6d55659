//! Twin of `shaders/touch/gather.comp`.

use super::list;
use crate::passes::view::TouchGather;

pub(crate) fn gather(pass: TouchGather<'_>) {
    for i in 0..pass.params.count as usize {
        let mut end = pass.starts[i];
        for entry in list(pass.starts, &pass.starts[1..], pass.entries, i) {
            if pass.near[*entry as usize / 4] > 0.0 {
                pass.gathered[end as usize] = *entry;
                end += 1;
            }
        }
        pass.ends[i] = end;
    }
}
