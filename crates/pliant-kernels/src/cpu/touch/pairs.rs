//! Twin of `shaders/touch/pairs.comp`.

use super::closeness::Closeness;
use super::facing::{Facing, RIDGE};
use super::{LEAST, Nearest, REACH, first_corners, nearest};
use crate::cpu::math::xyz;
use crate::passes::view::TouchPairs;
use crate::types::{EDGE_EDGE, FoundPair, NONE, POINT_TRIANGLE, Pair, STRAND_EDGE};
use glam::Vec3;

pub(crate) fn pairs(pass: TouchPairs<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    let near = pass.state[0].near.min(pass.params.count);
    for [e, other] in &pass.nears[..near as usize] {
        let close = Closeness::new(&pass, [*e, *other]);
        let [one, two] = [*e, *other].map(|e| Element::new(&pass, e));
        let all = points(one, two, 0).chain(points(two, one, 3));
        for (parts, key) in all.chain(edges(one, two)) {
            let turned = (3..6).contains(&key);
            let close = if turned { close.turned() } else { close };
            let Some(pair) = consider(&pass, parts, close) else {
                continue;
            };
            pass.counts[*e as usize] += 1;
            let at = pass.state[0].found;
            pass.state[0].found += 1;
            if at < pass.params.capacity {
                pass.found[at as usize] = FoundPair {
                    pair,
                    element: *e,
                    key: 16 * other + key,
                };
            }
        }
    }
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
    fn new(pass: &TouchPairs<'_>, e: u32) -> Self {
        let [a, b, c, owns] = pass.elements[e as usize];
        Self {
            corners: [a, b, c],
            owns,
            beside: pass.beside[e as usize],
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
type Parts = ([u32; 4], u32, [u32; 4], u32);

/// With which of two elements' pairs it is.
type Keyed = (Parts, u32);

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

/// Whether the pair is two points that a link or an edge joins. First come the starts of the particles' lists.
fn are_linked(linked: &[u32], [a, also_a, b, also_b]: [u32; 4]) -> bool {
    let points = a == also_a && b == also_b;
    points && {
        let list = linked[a as usize] as usize..linked[a as usize + 1] as usize;
        linked[list].contains(&b)
    }
}

fn consider(
    pass: &TouchPairs<'_>,
    (corners, kind, around, owns): Parts,
    close: Closeness,
) -> Option<Pair> {
    let (first, second) = corners.split_at(first_corners(kind));
    let group = |c: &u32| pass.groups[*c as usize];
    let tied = |a: &u32| second.iter().any(|b| group(a) == group(b));
    if first.iter().any(tied) || are_linked(pass.linked, corners) {
        return None;
    }
    let x = corners.map(|c| xyz(pass.sought[c as usize]));
    let met = nearest(kind, x);
    let gap = free_gap(pass, corners, kind, close);
    let reach = gap + REACH * close.gap;
    let near = met.apart.length() <= reach + close.nearing(met.apart);
    let pair = Pair {
        corners,
        around,
        kind,
        gap,
        reach,
        owns: match kind {
            POINT_TRIANGLE => own_parts(pass, corners[0], owns, around),
            _ => owns,
        },
    };
    (near && holds(pass, pair, (x, met), close)).then_some(pair)
}

/// What of a triangle is its own; an edge, too, beyond which the point is: with the triangle there it is no pair.
fn own_parts(pass: &TouchPairs<'_>, point: u32, owns: u32, beside: [u32; 4]) -> u32 {
    let group = |c: u32| pass.groups[c as usize];
    let none = |k: &usize| beside[*k] == NONE || group(beside[*k]) == group(point);
    (0..3).filter(none).fold(owns, |owns, k| owns | 8 << k)
}

/// Whether a pair, met so, may hold its parts apart until pairs are sought again. Wherever the guard may need it, it is kept, too.
fn holds(
    pass: &TouchPairs<'_>,
    pair: Pair,
    (x, met): ([Vec3; 4], Nearest),
    close: Closeness,
) -> bool {
    let near = LEAST * pair.gap + close.nearing(met.apart);
    if pair.kind == STRAND_EDGE || met.apart.length() <= near {
        return true;
    }
    let facing = Facing {
        place_of: &|particle| xyz(pass.sought[particle as usize]),
        x,
        met,
        ridge: 0.5 * RIDGE * pair.gap,
        far: 2.0 * close.sideways(met.apart),
    };
    match pair.kind {
        EDGE_EDGE => facing.edges_face(pair.around),
        _ => facing.triangle_faces(pair.around),
    }
}

fn distance(positions: &[[f32; 4]], corners: [u32; 4], kind: u32) -> f32 {
    let x = corners.map(|c| xyz(positions[c as usize]));
    nearest(kind, x).apart.length()
}

/// How close the pair may come: what two bodies were apart at the start, or half of what one body was at rest, stays free.
fn free_gap(pass: &TouchPairs<'_>, corners: [u32; 4], kind: u32, close: Closeness) -> f32 {
    let free = if close.same {
        0.5 * distance(pass.rest, corners, kind)
    } else {
        distance(pass.origin, corners, kind)
    };
    close.gap.min(free).max(close.least)
}
