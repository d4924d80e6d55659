//! CPU implementation of `shaders/grid/sort_neighbours.comp`.

use pliant_passes::passes::view::SortNeighbours;

pub(crate) fn sort_neighbours(pass: SortNeighbours<'_>) {
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
