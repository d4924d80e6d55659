//! CPU implementation of `shaders/contact/find_feature_pairs.comp` and `shaders/include/feature_keys.glsl`.

use super::closeness::Closeness;
use super::{first_corners, nearest};
use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::FindFeaturePairs;
use pliant_passes::types::{
    CONTACT_MARGIN, EDGE_EDGE, NONE, POINT_TRIANGLE, STALE_PAIRS, STRAND_EDGE,
};

pub(crate) fn find_feature_pairs(pass: FindFeaturePairs<'_>) {
    if pass.stale[STALE_PAIRS as usize] == 0 {
        return;
    }
    let near = pass.state[0].near.min(pass.params.count);
    for i in 0..near {
        let of = pass.nears[i as usize].map(|e| e as usize);
        let elements = of.map(|e| pass.elements[e]);
        let bodies = elements.map(|element| pass.body_of[element[0] as usize]);
        let close = Closeness::new(bodies, pass.bodies, of.map(|e| pass.speeds[e]));
        // What is beside them does not matter yet.
        let [one, other] = elements.map(|element| Element::new(element, [NONE; 4]));
        if are_unparted(&pass, of, &close) {
            let state = &mut pass.state[0];
            let place = match state.unparting.checked_sub(state.vacant) {
                None => pass.vacant[state.unparting as usize],
                Some(beyond) => state.unparted + beyond,
            };
            state.unparting += 1;
            if place < pass.params.capacity {
                pass.found_unparted[place as usize] = pass.nears[i as usize];
            }
        }
        for ((corners, kind, ..), key) in all_parts(one, other) {
            if !are_near(&pass, (corners, kind), close.turned(key)) {
                continue;
            }
            let at = pass.state[0].parts;
            pass.state[0].parts += 1;
            if at < pass.params.capacity {
                pass.found[at as usize] = 16 * i + key;
            }
        }
    }
}

/// Whether parts are so near that they may be a pair, whatever gap they keep.
fn are_near(
    pass: &FindFeaturePairs<'_>,
    (corners, kind): ([u32; 4], u32),
    close: Closeness,
) -> bool {
    let (first, second) = corners.split_at(first_corners(kind));
    let group = |c: &u32| pass.groups[*c as usize];
    let tied = |a: &u32| second.iter().any(|b| group(a) == group(b));
    let apart = nearest(kind, corners.map(|c| xyz(pass.sought[c as usize]))).apart;
    let near = apart.length() <= (1.0 + CONTACT_MARGIN) * close.gap + close.nearing(apart);
    near && !first.iter().any(tied)
}

/// Whether an edge of either element may go through the other one until pairs are sought again.
fn are_unparted(pass: &FindFeaturePairs<'_>, of: [usize; 2], close: &Closeness) -> bool {
    let both = of.map(|e| pass.elements[e]);
    if both.iter().any(|[a, b, ..]| a == b) || both.iter().all(|element| element[2] == NONE) {
        return false;
    }
    let corners = both.map(|[a, b, c, _]| [a, b, c]);
    let joins = |own: [u32; 3], other: [u32; 3]| {
        let shared = own.map(|corner| other.contains(&corner));
        (0..3).all(|k| shared[k] || shared[(k + 1) % 3])
    };
    if joins(corners[0], corners[1]) && joins(corners[1], corners[0]) {
        return false;
    }
    let place = |c: u32| xyz(pass.sought[c as usize]);
    let ends = corners.map(|[a, b, c]| [a, b, if c == NONE { b } else { c }]);
    let at = ends.map(|ends| ends.map(place));
    if let Some(shared) = corners[0].into_iter().find(|c| corners[1].contains(c)) {
        // Both corners may go that far from the mean way of their element.
        let [one, other] = of.map(|e| pass.speeds[e][3]);
        return !part_at(shared, (corners, at), 2.0 * one.max(other));
    }
    let axes = [normal_of(at[0]), normal_of(at[1]), middles(at)];
    !axes.iter().any(|axis| are_apart_along(*axis, at, close))
}

/// Whether elements are so far apart along an axis that they never meet along it.
fn are_apart_along(axis: Vec3, at: [[Vec3; 3]; 2], close: &Closeness) -> bool {
    let origin = at[0][0];
    let [one, other] = at.map(|at| at.map(|x| axis.dot(x - origin)));
    let side = if one.iter().sum::<f32>() < other.iter().sum() {
        -1.0
    } else {
        1.0
    };
    let least = one.iter().map(|x| side * x).fold(f32::INFINITY, f32::min);
    let most = other
        .iter()
        .map(|x| side * x)
        .fold(f32::NEG_INFINITY, f32::max);
    least - most > axis.length() * close.nearing(side * axis)
}

fn normal_of([a, b, c]: [Vec3; 3]) -> Vec3 {
    (b - a).cross(c - a)
}

/// What leads from the middle of the second element to that of the first.
fn middles([one, other]: [[Vec3; 3]; 2]) -> Vec3 {
    (0..3).map(|k| one[k] - other[k]).sum()
}

/// Whether elements that share a corner stay on their own sides of it, of a plane through the middle between the two of their edges there that
/// are at the least angle.
fn part_at(shared: u32, (corners, at): ([[u32; 3]; 2], [[Vec3; 3]; 2]), far: f32) -> bool {
    let own = corners[0].iter().position(|c| *c == shared);
    let corner = at[0][own.expect("a corner of both")];
    let to = |element: usize| {
        let others = (0..3).filter(move |k| corners[element][*k] != shared);
        others.map(move |k| at[element][k] - corner)
    };
    let mut least = (-2.0, Vec3::ZERO);
    for other in to(1).map(Vec3::normalize) {
        for one in to(0).map(Vec3::normalize) {
            if one.dot(other) > least.0 {
                least = (one.dot(other), one - other);
            }
        }
    }
    let axis = least.1;
    let most = far * axis.length();
    to(0).all(|x| axis.dot(x) > most) && to(1).all(|x| axis.dot(x) < -most)
}

/// What of an element may meet another one.
#[derive(Clone, Copy)]
struct Element {
    corners: [u32; 3],
    owns: u32,
    /// The corners across its edges.
    beside: [u32; 4],
}

impl Element {
    fn new([a, b, c, owns]: [u32; 4], beside: [u32; 4]) -> Self {
        Self {
            corners: [a, b, c],
            owns,
            beside,
        }
    }

    fn owns(&self, bit: usize) -> bool {
        self.owns & (1 << bit) != 0
    }

    fn is_point(&self) -> bool {
        self.corners[0] == self.corners[1]
    }
}

/// A pair that may be: its corners and kind, the corners beside a triangle or beside each of two edges, and what a triangle owns.
pub(super) type Parts = ([u32; 4], u32, [u32; 4], u32);

/// With which of two elements' pairs it is.
type Keyed = (Parts, u32);

/// All parts of two elements that may meet.
fn all_parts(one: Element, other: Element) -> impl Iterator<Item = Keyed> {
    let all = points(one, other, 0).chain(points(other, one, 3));
    all.chain(edges(one, other))
}

/// The points of one element with the other's triangle.
fn points(one: Element, other: Element, key: u32) -> impl Iterator<Item = Keyed> {
    let [a, b, c] = other.corners;
    let owned = (0..3).filter(move |k| c != NONE && one.owns(*k));
    owned.map(move |k| {
        let corners = [one.corners[k], a, b, c];
        let parts = (corners, POINT_TRIANGLE, other.beside, other.owns);
        (parts, key + k as u32)
    })
}

/// A point meets the edges of a triangle with the triangle.
fn edges(one: Element, other: Element) -> impl Iterator<Item = Keyed> {
    let of = |element: Element| {
        (0..3).filter(move |k| element.owns(3 + k)).map(move |k| {
            let [a, b, opposite] = [0, 1, 2].map(|i| element.corners[(k + i) % 3]);
            ([a, b], [opposite, element.beside[k]], k as u32)
        })
    };
    let strand = [one, other].iter().any(|e| e.corners[2] == NONE);
    let kind = if strand { STRAND_EDGE } else { EDGE_EDGE };
    let apart = |a: Element, b: Element| a.is_point() && b.corners[2] != NONE;
    let meets = !apart(one, other) && !apart(other, one);
    let pairs = of(other).flat_map(move |([c, d], [o, p], j)| {
        of(one).map(move |([a, b], [m, n], k)| {
            let parts = ([a, b, c, d], kind, [m, n, o, p], 0);
            (parts, 6 + 3 * j + k)
        })
    });
    pairs.filter(move |_| meets)
}

/// The parts of two elements with this key, those of a triangle with what is its own; by all elements, the corners beside them, and groups of particles.
pub(super) fn parts_of(
    (elements, beside, groups): (&[[u32; 4]], &[[u32; 4]], &[u32]),
    of: [u32; 2],
    key: u32,
) -> Parts {
    let [one, other] = of.map(|e| Element::new(elements[e as usize], beside[e as usize]));
    let ((corners, kind, around, owns), _) = all_parts(one, other)
        .find(|(_, other)| *other == key)
        .expect("parts that were near");
    let owns = match kind {
        POINT_TRIANGLE => own_parts(groups, corners[0], owns, around),
        _ => owns,
    };
    (corners, kind, around, owns)
}

/// What of a triangle is its own; an edge, too, beyond which the point is: with the triangle there it is no pair.
fn own_parts(groups: &[u32], point: u32, owns: u32, beside: [u32; 4]) -> u32 {
    let group = |c: u32| groups[c as usize];
    let none = |k: &usize| beside[*k] == NONE || group(beside[*k]) == group(point);
    (0..3).filter(none).fold(owns, |owns, k| owns | 8 << k)
}
