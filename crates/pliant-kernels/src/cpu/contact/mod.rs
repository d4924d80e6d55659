//! CPU implementations of `shaders/contact/`.

pub(super) mod apply_bounces;
pub(super) mod apply_contacts;
pub(super) mod bound_elements;
mod closeness;
pub(super) mod compute_bounces;
pub(super) mod count_workgroups;
pub(super) mod evaluate_contacts;
mod facing;
mod features;
pub(super) mod find_candidates;
pub(super) mod find_element_pairs;
mod inner;
pub(super) mod limit_displacements;
pub(super) mod list_candidates;
pub(super) mod list_contacts;
pub(super) mod measure_motion;
pub(super) mod move_collider_corners;
pub(super) mod refit_elements;
mod released;
mod row;
pub(super) mod solve_contact_rows;
pub(super) mod sort_candidates;
pub(super) mod sort_contacts;
mod trajectories;

pub(super) use row::Rows;

use super::closest::{nearest_on_segments, nearest_on_triangle};
use crate::memory::{Read, Shared};
use glam::Vec3;
use pliant_passes::types::{Coefficients, ContactState, POINT_TRIANGLE, Pair};
use std::mem::offset_of;
use std::ops::Range;

/// The nearest points of a pair: CPU implementation of `shaders/include/deformable_contact.glsl`.
#[derive(Clone, Copy)]
struct Nearest {
    weights: [f32; 4],
    /// From the second feature to the first.
    separation: Vec3,
    /// Whether both points are inside of their edges.
    inside: bool,
}

fn nearest(kind: u32, x: [Vec3; 4]) -> Nearest {
    let mut inside = true;
    let weights = if kind == POINT_TRIANGLE {
        let u = nearest_on_triangle([1, 2, 3].map(|k| x[k] - x[0]));
        [1.0, -u.x, -u.y, -u.z]
    } else {
        let at = nearest_on_segments(x);
        let open = |s: f32| 0.0 < s && s < 1.0;
        inside = open(at.x) && open(at.y);
        [1.0 - at.x, at.x, at.y - 1.0, -at.y]
    };
    let from_first = |k: usize| weights[k] * (x[k] - x[0]);
    Nearest {
        weights,
        separation: from_first(1) + from_first(2) + from_first(3),
        inside,
    }
}

/// The number of a pair's corners that belong to its first feature.
fn first_corners(kind: u32) -> usize {
    if kind == POINT_TRIANGLE { 1 } else { 2 }
}

/// The direction from the second feature to the first. Where the nearest points are inside of an edge or a triangle, it is normal to
/// that: the difference of almost coincident points is mostly rounding.
fn normal(kind: u32, x: [Vec3; 4], near: &Nearest) -> Vec3 {
    let edge = |from: usize, to: usize| x[to] - x[from];
    let open = |k: usize| near.weights[k] != 0.0;
    let exact = if kind == POINT_TRIANGLE {
        match [open(1), open(2), open(3)] {
            [true, true, true] => edge(1, 2).cross(edge(1, 3)),
            [true, true, false] => normal_part(near.separation, edge(1, 2)),
            [false, true, true] => normal_part(near.separation, edge(2, 3)),
            [true, false, true] => normal_part(near.separation, edge(1, 3)),
            _ => near.separation,
        }
    } else {
        let (u, v) = (edge(0, 1), edge(2, 3));
        let across = u.cross(v);
        match [open(0) && open(1), open(2) && open(3)] {
            [true, true] if is_exact(across, [u, v], near.separation) => across,
            [true, _] => normal_part(near.separation, u),
            [false, true] => normal_part(near.separation, v),
            _ => near.separation,
        }
    };
    let towards = if exact.dot(near.separation) < 0.0 {
        -exact
    } else {
        exact
    };
    towards.try_normalize().unwrap_or(Vec3::Y)
}

/// Whether rounding turns the cross product of two edges less than the line between their nearest points: it grows as edges become
/// parallel, and as points become close for the length of their edges.
fn is_exact(across: Vec3, [u, v]: [Vec3; 2], separation: Vec3) -> bool {
    let (uu, vv) = (u.length_squared(), v.length_squared());
    across.length_squared() * uu.max(vv) > separation.length_squared() * uu * vv
}

/// The part of a vector that is normal to an edge.
fn normal_part(separation: Vec3, edge: Vec3) -> Vec3 {
    separation - separation.dot(edge) / edge.length_squared().max(f32::MIN_POSITIVE) * edge
}

/// Friction and restitution of a body: CPU implementation of `shaders/include/coefficients.glsl`.
fn coefficients([friction, static_friction, restitution, combine]: [u32; 4]) -> Coefficients {
    Coefficients {
        friction: f32::from_bits(friction),
        static_friction: f32::from_bits(static_friction),
        restitution: f32::from_bits(restitution),
        combine,
    }
}

/// A candidate from its rows: CPU implementation of `shaders/include/load_pair.glsl`.
fn pair(
    corners: [u32; 4],
    around: [u32; 4],
    [.., kind, owns]: [u32; 4],
    [.., gap, reach]: [f32; 4],
) -> Pair {
    Pair {
        corners,
        around,
        kind,
        gap,
        reach,
        owns,
    }
}

/// The indices of a list of `count` elements that some of `stride` invocations handle: i, i + stride and so on.
pub(super) fn strided(
    invocations: Range<usize>,
    stride: usize,
    count: usize,
) -> impl Iterator<Item = usize> {
    let end = invocations.end.min(stride);
    let firsts = (0..count).step_by(stride.max(1));
    firsts.flat_map(move |first| first + invocations.start..count.min(first + end))
}

/// A counter of the state that invocations increase; returns its value before.
fn add(state: &Shared<'_, ContactState>, offset: usize, value: u32) -> u32 {
    state.atomic(0, offset).add(value)
}

/// Whether no two features of a candidate can be as close as `distance` in this substep, by their least distance on the expected ways
/// and the largest deviations from these: CPU implementation of `shaders/include/cull.glsl`.
fn is_clear([apart, ..]: [f32; 4], motions: [f32; 4], distance: f32) -> bool {
    apart - 2.0 * motions.into_iter().fold(0.0, f32::max) > distance
}

/// How far a particle is from its way, which begins at the origin. It may stop anywhere on it: CPU implementation of
/// `shaders/include/deviation.glsl`.
fn deviation(at: Vec3, way: Vec3) -> f32 {
    let along = at.dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
    (at - along.clamp(0.0, 1.0) * way).length()
}

/// How far features approach each other along `direction`, which leads from the second to the first, where each corner stops
/// somewhere on its way: CPU implementation of `approach_of` in `shaders/contact/sort_candidates.comp`.
fn approach_of(kind: u32, ways: [Vec3; 4], direction: Vec3) -> f32 {
    let (first, second) = ways.split_at(first_corners(kind));
    let most = |ways: &[Vec3], towards: Vec3| {
        let along = ways.iter().map(|way| way.dot(towards));
        along.fold(0.0, f32::max)
    };
    most(first, -direction) + most(second, direction)
}

/// Number of candidates.
fn candidates(state: &Shared<'_, ContactState>) -> usize {
    let count: u32 = state.field(0, offset_of!(ContactState, candidates));
    count as usize
}

/// The entries of a particle.
pub(super) fn entries<'a>(starts: Read<'_, u32>, entries: Read<'a, u32>, i: usize) -> &'a [u32] {
    entries.range(starts[i] as usize..starts[i + 1] as usize)
}
