//! Intersection contours: the curves along which two surfaces intersect, as sets of edge–triangle intersections.

use super::mesh::Mesh;
use std::collections::BTreeMap;

/// An edge–triangle intersection.
pub(super) struct Crossed {
    pub(super) edge: [u32; 2],
    /// Opposite corners in the triangles at the edge.
    pub(super) wings: [u32; 2],
    /// The element that the edge intersects.
    pub(super) other: u32,
}

/// Union-find with parity: each item is like the root of its tree or unlike it.
struct Forest {
    parents: Vec<(usize, bool)>,
}

impl Forest {
    fn new(count: usize) -> Self {
        let parents = (0..count).map(|i| (i, false)).collect();
        Self { parents }
    }

    /// The root of an item, and whether the item is unlike it.
    fn root(&mut self, item: usize) -> (usize, bool) {
        let (parent, unlike) = self.parents[item];
        if parent == item {
            return (item, false);
        }
        let (root, further) = self.root(parent);
        self.parents[item] = (root, unlike ^ further);
        self.parents[item]
    }

    fn join(&mut self, a: usize, b: usize, unlike: bool) {
        let ((a, one), (b, other)) = (self.root(a), self.root(b));
        if a != b {
            self.parents[a.max(b)] = (a.min(b), one ^ other ^ unlike);
        }
    }
}

/// The contours, longest first: for each, the intersections with edges of one surface, then with edges of the other.
///
/// A contour starts at the point where an edge intersects a triangle, and continues in each element at the edge. In such
/// an element and the triangle it ends where an edge of either one intersects the other.
pub(super) fn contours(mesh: &Mesh, crossed: &[Crossed]) -> Vec<[Vec<usize>; 2]> {
    let mut forest = Forest::new(crossed.len());
    let mut ends: BTreeMap<[u32; 2], (usize, bool)> = BTreeMap::new();
    for (i, cross) in crossed.iter().enumerate() {
        for e in mesh.at(cross.edge) {
            let lower = *e < cross.other;
            let both = [*e.min(&cross.other), *e.max(&cross.other)];
            match ends.get(&both) {
                None => {
                    ends.insert(both, (i, lower));
                }
                Some((j, other)) => forest.join(i, *j, lower != *other),
            }
        }
    }
    let mut lines: BTreeMap<usize, [Vec<usize>; 2]> = BTreeMap::new();
    for i in 0..crossed.len() {
        let (root, unlike) = forest.root(i);
        lines.entry(root).or_default()[usize::from(unlike)].push(i);
    }
    let mut lines: Vec<_> = lines.into_values().collect();
    lines.sort_by_key(|[one, other]| usize::MAX - one.len() - other.len());
    lines
}
