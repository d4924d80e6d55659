//! CPU implementation of `shaders/build/list_half_edges.comp`.

use pliant_passes::passes::view::ListHalfEdges;
use pliant_passes::types::NONE;

pub(crate) fn list_half_edges(pass: ListHalfEdges<'_>) {
    let mut add = |particle: u32, other: u32, opposite: u32, element: u32| {
        let rank = &mut pass.cursor[particle as usize];
        if pass.params.fill != 0 {
            pass.entries[(pass.starts[particle as usize] + *rank) as usize] =
                [other, opposite, element];
        }
        *rank += 1;
    };
    for e in 0..pass.params.count {
        let [a, b, c] = pass.elements[e as usize];
        add(a, b, c, e);
        add(b, a, c, e);
        if c != NONE {
            add(a, c, b, e);
            add(b, c, a, e);
            add(c, a, b, e);
            add(c, b, a, e);
        }
    }
}
