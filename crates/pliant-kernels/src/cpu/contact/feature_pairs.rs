//! Feature pairs of two surface elements: CPU implementation of `shaders/contact/feature_pairs.glsl`.

use crate::memory::Read;
use pliant_passes::types::{EDGE_EDGE, NONE, POINT_TRIANGLE, STRAND_EDGE};

/// The features of an element that can collide with another one.
#[derive(Clone, Copy)]
pub(super) struct Element {
    corners: [u32; 3],
    owns: u32,
    /// The corners opposite its edges in the adjacent triangles.
    adjacent: [u32; 4],
}

impl Element {
    pub(super) fn new([a, b, c, owns]: [u32; 4], adjacent: [u32; 4]) -> Self {
        Self {
            corners: [a, b, c],
            owns,
            adjacent,
        }
    }

    fn is_point(&self) -> bool {
        self.corners[0] == self.corners[1]
    }

    fn is_triangle(&self) -> bool {
        self.corners[2] != NONE
    }
}

/// A feature pair: its corners and kind, the corners around it, and what a triangle owns.
pub(super) type Features = ([u32; 4], u32, [u32; 4], u32);

/// Bits of the feature pairs of two elements that exist, by key: up to 5 a vertex and a triangle, from 6 on two edges.
pub(super) fn feature_keys(one: Element, other: Element) -> u32 {
    let points = |of: Element, triangle: Element| {
        if triangle.is_triangle() {
            of.owns & 7
        } else {
            0
        }
    };
    let vertices = points(one, other) | points(other, one) << 3;
    let skip = |a: Element, b: Element| a.is_point() && b.is_triangle();
    if skip(one, other) || skip(other, one) {
        return vertices;
    }
    let (own, others) = (one.owns >> 3 & 7, other.owns >> 3 & 7);
    vertices | each_with(own, others) << 6
}

/// Bits of the pairs of each edge of one element with each of another one.
fn each_with(own: u32, others: u32) -> u32 {
    let row = |j: u32| {
        if others >> j & 1 != 0 {
            own << (3 * j)
        } else {
            0
        }
    };
    row(0) | row(1) | row(2)
}

/// The feature pair with a key.
pub(super) fn features_of(one: Element, other: Element, key: u32) -> Features {
    if key < 6 {
        let (of, triangle) = if key < 3 { (one, other) } else { (other, one) };
        let [a, b, c] = triangle.corners;
        let corners = [of.corners[key as usize % 3], a, b, c];
        return (corners, POINT_TRIANGLE, triangle.adjacent, triangle.owns);
    }
    let edge = |of: Element, k: usize| {
        let [a, b, opposite] = [0, 1, 2].map(|i| of.corners[(k + i) % 3]);
        ([a, b], [opposite, of.adjacent[k]])
    };
    let at = key as usize - 6;
    let ([a, b], [m, n]) = edge(one, at % 3);
    let ([c, d], [o, p]) = edge(other, at / 3);
    let strand = !one.is_triangle() || !other.is_triangle();
    let kind = if strand { STRAND_EDGE } else { EDGE_EDGE };
    ([a, b, c, d], kind, [m, n, o, p], 0)
}

/// The same with what a triangle owns against this vertex.
pub(super) fn owned_by(groups: Read<'_, u32>, features: Features) -> Features {
    let (corners, kind, around, owns) = features;
    if kind != POINT_TRIANGLE {
        return features;
    }
    let group = |c: u32| groups[c as usize];
    let none = |k: &usize| around[*k] == NONE || group(around[*k]) == group(corners[0]);
    let owns = (0..3).filter(none).fold(owns, |owns, k| owns | 8 << k);
    (corners, kind, around, owns)
}
