//! Twin of `shaders/touch/pairs.comp`.

use super::closeness::Closeness;
use super::facing::{Facing, RIDGE};
use super::parts::{Element, Parts, all_parts};
use super::{LEAST, Nearest, REACH, nearest};
use crate::cpu::math::xyz;
use crate::passes::view::TouchPairs;
use crate::types::{EDGE_EDGE, FoundPair, NONE, POINT_TRIANGLE, Pair, STALE_PAIRS, STRAND_EDGE};
use glam::Vec3;

pub(crate) fn pairs(pass: TouchPairs<'_>) {
    if pass.stale[STALE_PAIRS as usize] == 0 {
        return;
    }
    let near = pass.state[0].parts.min(pass.params.count);
    for parts in &pass.parts[..near as usize] {
        let of = pass.nears[*parts as usize / 16];
        let elements = of.map(|e| pass.elements[e as usize]);
        let speeds = of.map(|e| pass.speeds[e as usize]);
        let bodies = elements.map(|element| pass.body_of[element[0] as usize]);
        let [one, other] = [0, 1].map(|k| Element::new(elements[k], pass.beside[of[k] as usize]));
        let (parts, key) = all_parts(one, other)
            .find(|(_, key)| *key == parts % 16)
            .expect("parts that were near");
        let close = Closeness::new(bodies, pass.bodies, speeds).turned(key);
        let Some(pair) = consider(&pass, parts, close) else {
            continue;
        };
        pass.counts[of[0] as usize] += 1;
        let at = pass.state[0].found;
        pass.state[0].found += 1;
        if at < pass.params.capacity {
            pass.found[at as usize] = FoundPair {
                pair,
                element: of[0],
                key: 16 * of[1] + key,
            };
        }
    }
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
    if are_linked(pass.linked, corners) {
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
