//! CPU implementation of `shaders/contact/list_dirty_pairs.comp`.

use pliant_passes::passes::view::ListDirtyPairs;
use pliant_passes::types::{CALLS_DETECT_PAIRS, WORKGROUP};

pub(crate) fn list_dirty_pairs(pass: ListDirtyPairs<'_>) {
    let state = &mut pass.state[0];
    for i in &pass.stirring[..state.listed as usize] {
        let [first, last] = [*i, i + 1].map(|i| pass.starts[i as usize] as usize);
        for entry in &pass.entries[first..last] {
            let row = (entry / 4) as usize;
            if pass.marks[row] >= state.stamp {
                continue;
            }
            pass.marks[row] = state.stamp;
            pass.found[state.stirred as usize] = row as u32;
            let workgroups = &mut pass.calls[CALLS_DETECT_PAIRS as usize][0];
            *workgroups = (*workgroups).max(state.stirred / WORKGROUP + 1);
            state.stirred += 1;
        }
    }
}
