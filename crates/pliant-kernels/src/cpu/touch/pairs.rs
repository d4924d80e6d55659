//! Twin of `shaders/touch/pairs.comp`.

use super::facing::Facing;
use super::{first_corners, nearest};
use crate::cpu::math::xyz;
use crate::passes::view::TouchPairs;
use crate::types::{
    EDGE_EDGE, FoundPair, NONE, POINT_TRIANGLE, Pair, STRAND_EDGE, TOUCH_AHEAD, TouchBody,
};
use glam::Vec3;

pub(crate) fn pairs(pass: TouchPairs<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    let near = pass.state[0].near.min(pass.params.count);
    for [e, other] in &pass.nears[..near as usize] {
        let close = closeness(&pass, [*e, *other]);
        let [one, two] = [*e, *other].map(|e| Element::new(&pass, e));
        let all = points(one, two, 0).chain(points(two, one, 3));
        for (corners, kind, around, key) in all.chain(edges(one, two)) {
            let Some(pair) = consider(&pass, (corners, kind, around), close) else {
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

/// A pair that may be: its corners and kind, and the corners beside a triangle or beside each of two edges.
type Parts = ([u32; 4], u32, [u32; 4]);

/// With which of two elements' pairs it is.
type Keyed = ([u32; 4], u32, [u32; 4], u32);

/// The points of one element with the other's triangle.
fn points(one: Element, other: Element, key: u32) -> impl Iterator<Item = Keyed> {
    let [a, b, c] = other.corners;
    let owned = (0..3).filter(move |k| c != NONE && one.owns(*k));
    owned.map(move |k| {
        let corners = [one.corners[k], a, b, c];
        (corners, POINT_TRIANGLE, other.beside, key + k as u32)
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
        of(one).map(move |([a, b], [m, n], k)| ([a, b, c, d], kind, [m, n, o, p], 6 + 3 * j + k))
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

/// Of two elements: whether they belong to one body, the gap that their parts keep at most and at least, and how far those
/// may near each other until pairs are sought again.
#[derive(Clone, Copy)]
struct Closeness {
    same: bool,
    gap: f32,
    least: f32,
    far: f32,
    /// What they may go beside each other, and their way together or apart.
    beside: f32,
    way: Vec3,
}

/// How near the parts of two elements must be for now.
fn closeness(pass: &TouchPairs<'_>, [one, other]: [u32; 2]) -> Closeness {
    let body = |e: u32| pass.body_of[pass.elements[e as usize][0] as usize];
    let (body, others) = (body(one), body(other));
    let speed = pass.speeds[one as usize];
    let others_speed = pass.speeds[other as usize];
    let bodies: [TouchBody; 2] = [body, others].map(|body| pass.bodies[body as usize]);
    let slack = bodies[0].slack + bodies[1].slack;
    let way = TOUCH_AHEAD as f32 * (xyz(speed) - xyz(others_speed));
    let own = slack + TOUCH_AHEAD as f32 * (speed[3] + others_speed[3]);
    Closeness {
        same: body == others,
        gap: bodies[0].half_thickness + bodies[1].half_thickness,
        least: 1e-3 * slack,
        far: own + way.length(),
        beside: own,
        way,
    }
}

fn consider(
    pass: &TouchPairs<'_>,
    (corners, kind, around): Parts,
    close: Closeness,
) -> Option<Pair> {
    let (first, second) = corners.split_at(first_corners(kind));
    let group = |c: &u32| pass.groups[*c as usize];
    if first
        .iter()
        .any(|a| second.iter().any(|b| group(a) == group(b)))
    {
        return None;
    }
    let x = corners.map(|c| xyz(pass.sought[c as usize]));
    let met = nearest(kind, x);
    let apart = met.apart.length();
    if apart > close.gap + close.far {
        return None;
    }
    let gap = free_gap(pass, corners, kind, close);
    let near = apart <= gap + close.far && !are_linked(pass.linked, corners);
    let facing = Facing {
        sought: pass.sought,
        x,
        met,
        gap,
        far: close.far,
        beside: close.beside,
        way: close.way,
    };
    (near && facing.holds(kind, around)).then_some(Pair { corners, kind, gap })
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
