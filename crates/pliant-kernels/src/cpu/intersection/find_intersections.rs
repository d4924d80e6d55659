//! CPU implementation of `shaders/intersection/find_intersections.comp`.

use crate::cpu::contact::strided;
use crate::cpu::edge_triangle::{normal_of, passes_through};
use crate::cpu::math::xyz;
use crate::views::view::FindIntersections;
use glam::Vec3;
use pliant_passes::types::{NONE, STATUS_INTERSECTIONS};
use std::ops::Range;

pub(crate) fn find_intersections(pass: &FindIntersections<'_>, invocations: Range<usize>) {
    let pairs = pass.state[0].element_pairs.min(pass.params.element_pairs);
    for at in strided(invocations, pass.params.count as usize, pairs as usize) {
        let [e, other] = pass.element_pairs[at];
        let first = |e: u32| pass.elements[e as usize][0];
        if first(e).max(first(other)) >= pass.params.first_corner {
            continue;
        }
        let origin = xyz(pass.position[first(e) as usize]);
        edges_through(pass, e, other, origin);
        edges_through(pass, other, e, origin);
    }
}

/// The edges of an element through another one, if this is a triangle.
fn edges_through(pass: &FindIntersections<'_>, e: u32, other: u32, origin: Vec3) {
    let [a, b, c, _] = pass.elements[other as usize];
    if c == NONE {
        return;
    }
    let [p, q, r, owns] = pass.elements[e as usize];
    let corners = [p, q, if r == NONE { p } else { r }];
    let at = |p: u32| xyz(pass.position[p as usize]) - origin;
    let triangle = [a, b, c].map(at);
    let normal = normal_of(triangle);
    let x = corners.map(at);
    let heights = x.map(|x| normal.dot(x - triangle[0]));
    let group = |p: u32| pass.groups[p as usize];
    let one_of_both = |p: u32, q: u32| group(p) == group(q) || at(p) == at(q);
    for k in (0..3).filter(|k| owns & (8 << k) != 0) {
        let l = (k + 1) % 3;
        let both = [heights[k], heights[l]];
        if both[0] * both[1] >= 0.0 {
            continue;
        }
        let ends = [corners[k], corners[l]];
        let shared = [a, b, c]
            .iter()
            .any(|c| ends.iter().any(|p| one_of_both(*p, *c)));
        if !shared && passes_through([x[k], x[l]], both, triangle, normal).is_some() {
            let place = pass.status.add(STATUS_INTERSECTIONS as usize, 1);
            if place < pass.params.contacts {
                pass.found.set(place as usize, [e, k as u32, other]);
            }
        }
    }
}
