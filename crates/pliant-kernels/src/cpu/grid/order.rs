//! Twin of `shaders/grid/order.comp`.

use crate::passes::view::GridOrder;

pub(crate) fn order(pass: GridOrder<'_>) {
    let count = pass.params.count as usize;
    for own in 0..count {
        let entries = 0..pass.counts[own] as usize;
        let mut list: Vec<u32> = entries.map(|k| pass.found[k * count + own]).collect();
        list.sort_unstable();
        for (k, neighbour) in list.into_iter().enumerate() {
            pass.neighbours[k * count + own] = neighbour;
        }
    }
}
