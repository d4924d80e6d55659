//! CPU implementation of `shaders/build/list_constraints.comp`.

use crate::views::view::ListConstraints;
use pliant_passes::types::LIST_FILL;

pub(crate) fn list_constraints(pass: &ListConstraints<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let constraint = at as u32;
    for end in 0..pass.params.ends {
        let first = constraint * pass.params.stride;
        let particle = pass.constraints[(first + end) as usize] as usize;
        let rank = pass.cursor.add(particle, 1);
        if pass.params.stage == LIST_FILL {
            let entry = pass.starts[particle] + rank;
            pass.entries.set(entry as usize, [constraint, end, 0]);
        }
    }
}
