//! CPU implementation of `shaders/intersection/find_intersections.comp`.

use super::{normal_of, through};
use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::FindIntersections;
use pliant_passes::types::{NONE, STATUS_INTERSECTIONS};

pub(crate) fn find_intersections(mut pass: FindIntersections<'_>) {
    let unparted = pass.unparted;
    let count = pass.state[0].unparted.min(pass.params.count);
    for &[e, other] in &unparted[..count as usize] {
        if e == NONE {
            continue;
        }
        let origin = xyz(pass.position[pass.elements[e as usize][0] as usize]);
        edges_through(&mut pass, e, other, origin);
        edges_through(&mut pass, other, e, origin);
    }
}

/// The edges of an element through another one, if this is a triangle.
fn edges_through(pass: &mut FindIntersections<'_>, e: u32, other: u32, origin: Vec3) {
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
        let ends = [corners[k], corners[l]];
        let shared = [a, b, c]
            .iter()
            .any(|c| ends.iter().any(|p| one_of_both(*p, *c)));
        let goes = both[0] * both[1] < 0.0
            && !shared
            && through([x[k], x[l]], both, triangle, normal).is_some();
        if goes {
            let count = &mut pass.status[STATUS_INTERSECTIONS as usize];
            let place = *count;
            *count += 1;
            if place < pass.params.capacity {
                pass.found[place as usize] = [e, k as u32, other];
            }
        }
    }
}
