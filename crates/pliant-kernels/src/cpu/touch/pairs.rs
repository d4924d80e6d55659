//! Twin of `shaders/touch/pairs.comp`.

use super::{first_corners, nearest};
use crate::cpu::filter::meets;
use crate::cpu::math::xyz;
use crate::passes::view::TouchPairs;
use crate::tree::Walk;
use crate::types::{
    EDGE_EDGE, FoundPair, NONE, POINT_TRIANGLE, Pair, STRAND_EDGE, TOUCH_AHEAD, TouchBody,
    TouchElement,
};

pub(crate) fn pairs(pass: TouchPairs<'_>) {
    let room = pass.params.capacity as usize;
    let again = pass.params.fill != 0;
    if pass.stale[0] == 0 || (again && pass.state[0].found as usize <= room) {
        return;
    }
    for e in 0..pass.params.count {
        let pairs = of_element(&pass, e);
        if again {
            for (at, pair) in (pass.starts[e as usize] as usize..room).zip(pairs) {
                pass.pairs[at] = pair;
            }
            continue;
        }
        pass.counts[e as usize] = pairs.len() as u32;
        let next = pass.state[0].found as usize;
        pass.state[0].found += pairs.len() as u32;
        for ((at, rank), pair) in (next..room).zip(0..).zip(pairs) {
            pass.found[at] = FoundPair {
                pair,
                element: e,
                rank,
            };
        }
    }
}

/// The pairs that an element makes with elements before it.
fn of_element(pass: &TouchPairs<'_>, e: u32) -> Vec<Pair> {
    let count = pass.params.count;
    let mine = pass.elements[e as usize];
    let body = pass.body_of[mine.corners[0] as usize];
    let mut found = Vec::new();
    // Everything behind covers later elements only, or those of a body that does not meet itself.
    let own = pass.bodies[body as usize];
    let end = if own.itself != 0 { e } else { own.first };
    let mut walk = Walk::from_top(0, count);
    while !walk.over(count) && walk.node << (3 * walk.level) < end {
        let near = pass.nodes[walk.place()].meets(pass.nodes[e as usize]);
        if near && walk.level > 0 {
            walk.into_children(count);
            continue;
        }
        if near {
            let other = pass.elements[walk.node as usize];
            let others = pass.body_of[other.corners[0] as usize];
            if may_meet(pass.bodies, body as usize, others as usize) {
                let close = closeness(pass, [e, body], [walk.node, others]);
                let all = points(mine, other)
                    .chain(points(other, mine))
                    .chain(edges(mine, other));
                found
                    .extend(all.filter_map(|(corners, kind)| consider(pass, corners, kind, close)));
            }
        }
        walk.past(count);
    }
    found
}

fn may_meet(bodies: &[TouchBody], one: usize, other: usize) -> bool {
    if one == other {
        bodies[one].itself != 0
    } else {
        let flow = bodies[one].bulk + bodies[other].bulk > 2;
        !flow && meets(bodies[one].filters, bodies[other].filters)
    }
}

fn owns(element: TouchElement, bit: usize) -> bool {
    element.owns & (1 << bit) != 0
}

/// The points of one element with the other's triangle.
fn points(one: TouchElement, other: TouchElement) -> impl Iterator<Item = ([u32; 4], u32)> {
    let [a, b, c] = other.corners;
    (0..3)
        .filter(move |k| c != NONE && owns(one, *k))
        .map(move |k| ([one.corners[k], a, b, c], POINT_TRIANGLE))
}

fn is_point(element: TouchElement) -> bool {
    element.corners[0] == element.corners[1]
}

/// A point meets the edges of a triangle with the triangle.
fn edges(one: TouchElement, other: TouchElement) -> impl Iterator<Item = ([u32; 4], u32)> {
    let of = |element: TouchElement| {
        (0..3)
            .filter(move |k| owns(element, 3 + k))
            .map(move |k| [element.corners[k], element.corners[(k + 1) % 3]])
    };
    let strand = [one, other]
        .iter()
        .any(|element| element.corners[2] == NONE);
    let kind = if strand { STRAND_EDGE } else { EDGE_EDGE };
    let apart = |a: TouchElement, b: TouchElement| is_point(a) && b.corners[2] != NONE;
    let meets = !apart(one, other) && !apart(other, one);
    let pairs = of(other).flat_map(move |[c, d]| of(one).map(move |[a, b]| ([a, b, c, d], kind)));
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
}

/// How near the parts of two elements, given with their bodies, must be for now.
fn closeness(pass: &TouchPairs<'_>, [one, body]: [u32; 2], [other, others]: [u32; 2]) -> Closeness {
    let speed = pass.speeds[one as usize];
    let others_speed = pass.speeds[other as usize];
    let bodies: [TouchBody; 2] = [body, others].map(|body| pass.bodies[body as usize]);
    let slack = bodies[0].slack + bodies[1].slack;
    let nearing = xyz(speed).distance(xyz(others_speed)) + speed[3] + others_speed[3];
    Closeness {
        same: body == others,
        gap: bodies[0].half_thickness + bodies[1].half_thickness,
        least: 1e-3 * slack,
        far: slack + TOUCH_AHEAD as f32 * nearing,
    }
}

fn consider(pass: &TouchPairs<'_>, corners: [u32; 4], kind: u32, close: Closeness) -> Option<Pair> {
    let (first, second) = corners.split_at(first_corners(kind));
    let group = |c: &u32| pass.groups[*c as usize];
    if first
        .iter()
        .any(|a| second.iter().any(|b| group(a) == group(b)))
    {
        return None;
    }
    let apart = distance(pass.sought, corners, kind);
    if apart > close.gap + close.far {
        return None;
    }
    let gap = free_gap(pass, corners, kind, close);
    let meets = apart <= gap + close.far && !are_linked(pass.linked, corners);
    meets.then_some(Pair { corners, kind, gap })
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
