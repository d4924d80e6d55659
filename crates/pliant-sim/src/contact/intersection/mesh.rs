//! Connectivity of the surfaces that can collide.

use crate::contact::parts::edges;
use std::collections::BTreeMap;

/// Which particles and which elements are adjacent.
pub(super) struct Mesh {
    /// For each particle, those to which an edge joins it.
    neighbours: Vec<Vec<u32>>,
    /// The elements at each edge, whose ends are in ascending order.
    elements: BTreeMap<[u32; 2], Vec<u32>>,
}

/// The edge with its ends in ascending order.
pub(super) fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

impl Mesh {
    pub(super) fn new(all: &[[u32; 4]], particles: usize) -> Self {
        let mut elements: BTreeMap<[u32; 2], Vec<u32>> = BTreeMap::new();
        for (e, [a, b, c, _]) in (0..).zip(all) {
            for edge in edges(&[*a, *b, *c]) {
                elements.entry(sorted(edge)).or_default().push(e);
            }
        }
        let mut neighbours = vec![Vec::new(); particles];
        for [a, b] in elements.keys().filter(|[a, b]| a != b) {
            neighbours[*a as usize].push(*b);
            neighbours[*b as usize].push(*a);
        }
        Self {
            neighbours,
            elements,
        }
    }

    /// The elements at an edge.
    pub(super) fn at(&self, edge: [u32; 2]) -> &[u32] {
        self.elements.get(&sorted(edge)).map_or(&[], Vec::as_slice)
    }

    /// The particles on the smaller side of a contour that cuts the edges `cut`. If both sides are equal, it is the one without
    /// the lowest particle; `None` where the contour does not divide the surface.
    pub(super) fn smaller_side(&self, cut: impl Iterator<Item = [u32; 2]>) -> Option<Vec<u32>> {
        let mut cuts: BTreeMap<[u32; 2], bool> = BTreeMap::new();
        cut.for_each(|edge| *cuts.entry(sorted(edge)).or_default() ^= true);
        let mut side: Vec<Option<bool>> = vec![None; self.neighbours.len()];
        let start = cuts.keys().next()?[0];
        side[start as usize] = Some(false);
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(p) = reached.get(next).copied() {
            next += 1;
            for q in &self.neighbours[p as usize] {
                let flips = cuts.get(&sorted([p, *q])).copied().unwrap_or_default();
                let wanted = side[p as usize].map(|s| s ^ flips);
                if side[*q as usize].is_none() {
                    side[*q as usize] = wanted;
                    reached.push(*q);
                } else if side[*q as usize] != wanted {
                    return None;
                }
            }
        }
        reached.sort_unstable();
        let (one, other): (Vec<u32>, Vec<u32>) = reached
            .into_iter()
            .partition(|p| side[*p as usize] == Some(false));
        let fewer = (one.len(), other.first()) < (other.len(), one.first());
        let smaller = if fewer { one } else { other };
        (!smaller.is_empty()).then_some(smaller)
    }
}

#[cfg(test)]
mod tests {
    use super::Mesh;
    use pliant_passes::types::NONE;

    #[test]
    fn a_line_cuts_a_strip_in_two() {
        let strip: Vec<[u32; 4]> = (0..6).map(|i| [i, i + 1, i + 2, 0]).collect();
        let mesh = Mesh::new(&strip, 8);
        let cut = [[1, 2], [3, 1], [2, 0]];
        assert_eq!(mesh.smaller_side(cut.into_iter()), Some(vec![0, 1]));
        let slit = [[0, 1], [0, 2], [1, 2]];
        assert_eq!(mesh.smaller_side(slit.into_iter()), None);
        assert_eq!(mesh.at([3, 2]), [1, 2]);
    }

    #[test]
    fn of_two_halves_the_one_without_the_first_is_taken() {
        let rope: Vec<[u32; 4]> = (0..3).map(|i| [i, i + 1, NONE, 0]).collect();
        let mesh = Mesh::new(&rope, 4);
        assert_eq!(mesh.smaller_side([[2, 1]].into_iter()), Some(vec![2, 3]));
        let twice = [[1, 2], [2, 1]];
        assert_eq!(mesh.smaller_side(twice.into_iter()), None);
    }
}
