//! CPU implementation of `shaders/contact/find_candidates.comp`.

use super::facing::Facing;
use super::{add, strided};
use crate::cpu::contact::approach::{Closeness, closeness};
use crate::cpu::contact::deformable_contact::{first_corners, nearest};
use crate::cpu::contact::feature_pairs::{Element, Features, feature_keys, features_of};
use crate::cpu::math::xyz;
use crate::memory::Read;
use crate::views::view::FindCandidates;
use glam::Vec3;
use pliant_passes::types::{
    CONTACT_MARGIN, ContactState, EDGE_EDGE, FoundPair, LEAST_GAP, NONE, RIDGE, STATUS_PAIRS,
    STRAND_EDGE,
};
use std::mem::offset_of;
use std::ops::Range;

pub(crate) fn find_candidates(pass: &FindCandidates<'_>, invocations: Range<usize>) {
    let pairs: u32 = pass.state.field(0, offset_of!(ContactState, element_pairs));
    let fits = pairs <= pass.params.element_pairs;
    let pairs = if fits { pairs as usize } else { 0 };
    for at in strided(invocations, pass.params.count as usize, pairs) {
        let of = pass.element_pairs[at];
        let elements = of.map(|e| pass.elements[e as usize]);
        let bodies = elements.map(|element| pass.body_of[element[0] as usize]);
        let spreads = of.map(|e| pass.spreads[e as usize]);
        let close = closeness(bodies, pass.bodies, spreads);
        let [one, other] = [0, 1].map(|k| Element::new(elements[k], pass.adjacent[of[k] as usize]));
        let boxes = Boxes::new(elements.map(|e| corners_of(pass, e)), close);
        let mut left = feature_keys(one, other);
        while left != 0 {
            let key = left.trailing_zeros();
            left &= left - 1;
            if !boxes.are_near(key as usize) {
                continue;
            }
            let pair = features_of(one, other, key);
            if let Some((gap, reach)) = consider(pass, pair, close.turned(key)) {
                append(pass, of, key, (gap, reach));
            }
        }
    }
}

/// Where the corners of an element are; those of a point or a segment are repeated.
fn corners_of(pass: &FindCandidates<'_>, [a, b, c, _]: [u32; 4]) -> [Vec3; 3] {
    [a, b, if c == NONE { b } else { c }].map(|p| xyz(pass.references[p as usize]))
}

/// The corners of two elements, the boxes of their ways, and how far apart features may be that become a contact.
struct Boxes {
    corners: [[Vec3; 3]; 2],
    ways: [[Vec3; 2]; 2],
    far: Vec3,
}

impl Boxes {
    fn new(corners: [[Vec3; 3]; 2], close: Closeness) -> Self {
        Self {
            corners,
            ways: close.ways.map(|w| [w.min(Vec3::ZERO), w.max(Vec3::ZERO)]),
            far: Vec3::splat((1.0 + CONTACT_MARGIN) * close.gap + close.deviation),
        }
    }

    /// Whether the boxes of the features with this key are near enough, which takes less time than to find their nearest points.
    fn are_near(&self, key: usize) -> bool {
        let [one, other] = &self.corners;
        let [first, second] = match key {
            0..3 => [around(&[one[key]]), around(other)],
            3..6 => [around(one), around(&[other[key - 3]])],
            _ => [edge(one, key % 3), edge(other, (key - 6) / 3)],
        };
        let [way, other_way] = self.ways;
        let (low, high) = (first[0] + way[0] - self.far, first[1] + way[1] + self.far);
        low.cmple(second[1] + other_way[1]).all() && (second[0] + other_way[0]).cmple(high).all()
    }
}

/// The box of some points.
fn around(points: &[Vec3]) -> [Vec3; 2] {
    let low = points.iter().fold(Vec3::INFINITY, |low, x| low.min(*x));
    let high = points
        .iter()
        .fold(Vec3::NEG_INFINITY, |high, x| high.max(*x));
    [low, high]
}

/// The box of an edge.
fn edge(corners: &[Vec3; 3], k: usize) -> [Vec3; 2] {
    around(&[corners[k], corners[(k + 1) % 3]])
}

fn append(pass: &FindCandidates<'_>, of: [u32; 2], key: u32, (gap, reach): (f32, f32)) {
    let at = add(&pass.state, offset_of!(ContactState, found), 1);
    pass.status.max(STATUS_PAIRS as usize, at + 1);
    pass.counts.add(of[0] as usize, 1);
    if at < pass.params.candidates {
        let found = FoundPair {
            element: of[0],
            key: 16 * of[1] + key,
            gap,
            reach,
        };
        pass.found.set(at as usize, found);
    }
}

/// The gap and the reach of a pair that can become a contact before the next search, or that truncation may need.
fn consider(pass: &FindCandidates<'_>, pair: Features, close: Closeness) -> Option<(f32, f32)> {
    let (corners, kind, ..) = pair;
    if are_tied(pass.groups, corners, kind) {
        return None;
    }
    let x = corners.map(|c| xyz(pass.references[c as usize]));
    let nearest = nearest(kind, x);
    let apart = nearest.separation.length();
    let approach = close.approach_along(nearest.separation);
    if apart > (1.0 + CONTACT_MARGIN) * close.gap + approach || are_linked(pass.linked, corners) {
        return None;
    }
    let gap = free_gap(pass, corners, kind, close);
    let reach = gap + CONTACT_MARGIN * close.gap;
    if apart > reach + approach {
        return None;
    }
    let needed = kind == STRAND_EDGE || apart <= LEAST_GAP * gap + approach;
    let facing = Facing {
        position_of: &|particle| xyz(pass.references[particle as usize]),
        x,
        nearest,
        ridge: 0.5 * RIDGE * gap,
        far: 2.0 * close.sideways(nearest.separation),
    };
    let (_, _, around, _) = pair;
    let faces = needed
        || match kind {
            EDGE_EDGE => facing.edges_face(around),
            _ => facing.triangle_faces(around),
        };
    faces.then_some((gap, reach))
}

/// Whether features share a particle, or have two that are tied to each other.
fn are_tied(groups: Read<'_, u32>, corners: [u32; 4], kind: u32) -> bool {
    let (first, second) = corners.split_at(first_corners(kind));
    let group = |c: &u32| groups[*c as usize];
    first
        .iter()
        .any(|a| second.iter().any(|b| group(a) == group(b)))
}

/// Whether the pair is two points that a link or an edge joins.
fn are_linked(linked: Read<'_, u32>, [a, also_a, b, also_b]: [u32; 4]) -> bool {
    let points = a == also_a && b == also_b;
    points && {
        let list = linked[a as usize] as usize..linked[a as usize + 1] as usize;
        linked.range(list).contains(&b)
    }
}

/// The gap that a pair keeps: no more than two bodies were apart at the start, or half of what one body is at rest.
fn free_gap(pass: &FindCandidates<'_>, corners: [u32; 4], kind: u32, close: Closeness) -> f32 {
    let free = if close.same {
        0.5 * distance(pass.rest, corners, kind)
    } else {
        distance(pass.origin, corners, kind)
    };
    close.gap.min(free).max(close.least)
}

fn distance(positions: Read<'_, [f32; 4]>, corners: [u32; 4], kind: u32) -> f32 {
    let x = corners.map(|c| xyz(positions[c as usize]));
    nearest(kind, x).separation.length()
}
