//! Bundles: constraints that share particles, solved one after the other by one invocation. A lattice has fewer colours of
//! bundles than of constraints, and so takes fewer dispatches.

use super::color::color;
use std::slice::from_ref;

/// Most corners of a bundle: those of a lattice cell.
const CORNERS: usize = 8;

/// Bundles of constraints as their indices, and the corners that the constraints of a bundle have together.
#[derive(Debug, Default)]
pub(crate) struct Bundles {
    /// Constraints of each bundle, in the order in which they are solved.
    pub(crate) constraints: Vec<Vec<u32>>,
    corners: Vec<Vec<u32>>,
}

impl Bundles {
    /// Bundles consecutive constraints while they have few corners together. The elements of a lattice are listed cell by cell,
    /// so that a cell becomes a bundle.
    pub(crate) fn of_neighbours<'a>(constraints: impl Iterator<Item = &'a [u32]>) -> Self {
        let mut bundles = Self::default();
        for (index, own) in (0..).zip(constraints) {
            if !bundles.add(index, own) {
                bundles.constraints.push(vec![index]);
                bundles.corners.push(own.to_vec());
            }
        }
        bundles
    }

    /// Adds a constraint to the last bundle if it fits.
    fn add(&mut self, index: u32, own: &[u32]) -> bool {
        let Some((constraints, corners)) = self.constraints.last_mut().zip(self.corners.last_mut())
        else {
            return false;
        };
        let new: Vec<u32> = own
            .iter()
            .copied()
            .filter(|p| !corners.contains(p))
            .collect();
        let fits = new.len() < own.len() && corners.len() + new.len() <= CORNERS;
        if fits {
            constraints.push(index);
            corners.extend(new);
        }
        fits
    }

    /// Bundles other constraints, given as `pairs` of particles, by these bundles: each pair joins the first one that has both
    /// as corners. Returns also the indices of pairs that fit no bundle.
    pub(crate) fn assign(&self, pairs: &[[u32; 2]], particles: usize) -> (Self, Vec<u32>) {
        let mut at = vec![Vec::new(); particles];
        for (bundle, corners) in self.corners.iter().enumerate() {
            corners.iter().for_each(|p| at[*p as usize].push(bundle));
        }
        let mut assigned = Self {
            constraints: vec![Vec::new(); self.corners.len()],
            corners: self.corners.clone(),
        };
        let mut others = Vec::new();
        for (index, [a, b]) in (0..).zip(pairs) {
            let [a, b] = [a, b].map(|p| &at[*p as usize]);
            match a.iter().find(|bundle| b.contains(bundle)) {
                Some(bundle) => assigned.constraints[*bundle].push(index),
                None => others.push(index),
            }
        }
        (assigned, others)
    }

    /// The bundles of each colour, as their constraints.
    pub(crate) fn color(&self, particles: usize, free: impl Fn(&u32) -> bool) -> Vec<Vec<&[u32]>> {
        let filled = (0..self.constraints.len()).filter(|i| !self.constraints[*i].is_empty());
        let filled: Vec<usize> = filled.collect();
        let ends = |i: &usize| self.corners[*i].iter().copied().filter(&free).collect();
        let ends: Vec<Vec<u32>> = filled.iter().map(ends).collect();
        let all: Vec<u32> = (0..ends.len() as u32).collect();
        let constraints = |i: u32| &self.constraints[filled[i as usize]][..];
        color(particles, &ends, from_ref(&all))
            .into_iter()
            .map(|color| color.into_iter().map(constraints).collect())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::color::Coloring;

    /// The five tetrahedra of each cell of a row of cubes, which share their sides.
    fn row(cells: u32) -> Vec<[u32; 4]> {
        let cell = |x: u32| {
            let at = |c: u32| 4 * (x + (c & 1)) + (c >> 1);
            [
                [0, 3, 5, 6],
                [1, 0, 3, 5],
                [2, 0, 3, 6],
                [4, 0, 5, 6],
                [7, 3, 5, 6],
            ]
            .map(|t: [u32; 4]| t.map(at))
        };
        (0..cells).flat_map(cell).collect()
    }

    #[test]
    fn the_cells_of_a_row_are_bundles_of_two_colors() {
        let row = row(6);
        let cells = Bundles::of_neighbours(row.iter().map(|t| &t[..]));
        let expected: Vec<Vec<u32>> = (0..6).map(|x| (5 * x..5 * x + 5).collect()).collect();
        assert_eq!(cells.constraints, expected);
        let coloring = Coloring::new(cells.color(28, |_| true));
        assert_eq!(
            coloring.colors.iter().map(Vec::len).collect::<Vec<_>>(),
            [5, 5]
        );
        assert_eq!(
            coloring.order[..6],
            [0, 10, 20, 1, 11, 21],
            "layer by layer"
        );
    }

    #[test]
    fn pairs_go_to_the_first_cell_that_has_both() {
        let row = row(2);
        let cells = Bundles::of_neighbours(row.iter().map(|t| &t[..]));
        let (assigned, others) = cells.assign(&[[4, 5], [0, 4], [4, 8], [0, 8]], 12);
        assert_eq!(assigned.constraints, [vec![0, 1], vec![2]]);
        assert_eq!(others, [3]);
    }

    #[test]
    fn constraints_without_a_common_corner_are_separate_bundles() {
        let separate = [[0, 1, 2, 3], [4, 5, 6, 7]];
        let bundles = Bundles::of_neighbours(separate.iter().map(|t| &t[..]));
        assert_eq!(bundles.constraints, [[0], [1]]);
    }
}
