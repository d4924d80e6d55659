//! CPU implementation of `shaders/grid/sort_neighbours.comp`.

use crate::views::view::SortNeighbours;

/// Sorts the whole list of a point at its first group.
pub(crate) fn sort_neighbours(pass: &SortNeighbours<'_>, own: usize) {
    let count = pass.params.count as usize;
    if own >= count {
        return;
    }
    let entries = 0..pass.counts[own] as usize;
    let mut list: Vec<u32> = entries.map(|k| pass.found[k * count + own]).collect();
    list.sort_unstable();
    for (k, neighbour) in list.into_iter().enumerate() {
        pass.neighbours.set(k * count + own, neighbour);
    }
}
