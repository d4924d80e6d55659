//! CPU implementation of `shaders/build/list_half_edges.comp`.

use crate::views::view::ListHalfEdges;
use pliant_passes::types::{LIST_FILL, NONE};

pub(crate) fn list_half_edges(pass: &ListHalfEdges<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let element = at as u32;
    let add = |particle: u32, other: u32, opposite: u32| {
        let particle = particle as usize;
        let rank = pass.cursor.add(particle, 1);
        if pass.params.stage == LIST_FILL {
            let entry = pass.starts[particle] + rank;
            pass.entries.set(entry as usize, [other, opposite, element]);
        }
    };
    let [a, b, c] = pass.elements[at];
    add(a, b, c);
    add(b, a, c);
    if c != NONE {
        add(a, c, b);
        add(b, c, a);
        add(c, a, b);
        add(c, b, a);
    }
}
