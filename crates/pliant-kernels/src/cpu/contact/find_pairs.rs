//! CPU implementation of `shaders/contact/find_pairs.comp`.

use super::closeness::Closeness;
use super::facing::Facing;
use super::find_feature_pairs::{Parts, parts_of};
use super::nearest;
use crate::cpu::math::xyz;
use pliant_passes::passes::view::FindPairs;
use pliant_passes::types::{
    CONTACT_MARGIN, EDGE_EDGE, FoundPair, LEAST_GAP, POINT_TRIANGLE, Pair, RIDGE, STALE_PAIRS,
    STRAND_EDGE,
};

pub(crate) fn find_pairs(pass: FindPairs<'_>) {
    if pass.stale[STALE_PAIRS as usize] == 0 {
        return;
    }
    let near = pass.state[0].parts.min(pass.params.count);
    for parts in &pass.parts[..near as usize] {
        let of = pass.nears[*parts as usize / 16];
        let elements = of.map(|e| pass.elements[e as usize]);
        let speeds = of.map(|e| pass.speeds[e as usize]);
        let bodies = elements.map(|element| pass.body_of[element[0] as usize]);
        let key = parts % 16;
        let parts = parts_of((pass.elements, pass.beside, pass.groups), of, key);
        let close = Closeness::new(bodies, pass.bodies, speeds).turned(key);
        let Some((pair, likely)) = consider(&pass, parts, close) else {
            continue;
        };
        let element = if likely {
            of[0]
        } else {
            pass.params.elements + of[0]
        };
        pass.counts[element as usize] += 1;
        let at = pass.state[0].found;
        pass.state[0].found += 1;
        if at < pass.params.capacity {
            pass.found[at as usize] = FoundPair {
                element,
                key: 16 * of[1] + key,
                gap: pair.gap,
                reach: pair.reach,
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

/// The pair, where it holds, and whether it may push as it is.
fn consider(
    pass: &FindPairs<'_>,
    (corners, kind, around, owns): Parts,
    close: Closeness,
) -> Option<(Pair, bool)> {
    if are_linked(pass.linked, corners) {
        return None;
    }
    let x = corners.map(|c| xyz(pass.sought[c as usize]));
    let met = nearest(kind, x);
    let gap = free_gap(pass, corners, kind, close);
    let reach = gap + CONTACT_MARGIN * close.gap;
    let apart = met.apart.length();
    let near = apart <= reach + close.nearing(met.apart);
    let pair = Pair {
        corners,
        around,
        kind,
        gap,
        reach,
        owns,
    };
    let facing = Facing {
        place_of: &|particle| xyz(pass.sought[particle as usize]),
        x,
        met,
        ridge: 0.5 * RIDGE * pair.gap,
        far: 2.0 * close.sideways(met.apart),
    };
    let own = match kind {
        POINT_TRIANGLE => facing.is_own(pair.owns),
        _ => kind == STRAND_EDGE,
    };
    (near && holds(&facing, pair, close)).then_some((pair, own && apart <= reach))
}

/// Whether a pair, met so, may hold its parts apart until pairs are sought again. Wherever the guard may need it, it is kept, too.
fn holds(facing: &Facing<'_>, pair: Pair, close: Closeness) -> bool {
    let apart = facing.met.apart;
    if pair.kind == STRAND_EDGE || apart.length() <= LEAST_GAP * pair.gap + close.nearing(apart) {
        return true;
    }
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
fn free_gap(pass: &FindPairs<'_>, corners: [u32; 4], kind: u32, close: Closeness) -> f32 {
    let free = if close.same {
        0.5 * distance(pass.rest, corners, kind)
    } else {
        distance(pass.origin, corners, kind)
    };
    close.gap.min(free).max(close.least)
}
