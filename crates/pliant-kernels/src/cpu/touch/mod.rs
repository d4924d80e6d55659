//! Twins of `shaders/touch/`.

mod bounce;
mod calls;
mod detect;
mod drift;
mod ends;
mod facing;
mod groups;
mod guard;
mod hold;
mod leaves;
mod list;
mod mean;
mod r#move;
mod near;
mod pairs;
mod place;
mod press;
mod refit;
mod remember;
mod settle;
mod share;
mod solve;
mod sort;

pub(crate) use bounce::bounce;
pub(crate) use calls::calls;
pub(crate) use detect::detect;
pub(crate) use drift::drift;
pub(crate) use ends::ends;
pub(crate) use groups::groups;
pub(crate) use guard::guard;
pub(crate) use hold::hold;
pub(crate) use leaves::leaves;
pub(crate) use list::list_keys;
pub(crate) use mean::mean;
pub(crate) use r#move::push;
pub(crate) use near::near;
pub(crate) use pairs::pairs;
pub(crate) use place::place;
pub(crate) use press::press;
pub(crate) use refit::refit;
pub(crate) use remember::remember;
pub(crate) use settle::settle;
pub(crate) use share::share;
pub(crate) use solve::solve;
pub(crate) use sort::sort;

use super::closest::{nearest_on_segments, nearest_on_triangle};
use crate::cpu::math::xyz;
use crate::types::{POINT_TRIANGLE, Pair, Touch};
use glam::Vec3;

/// Of the distance at the start, or of the gap where that is less: what the guard leaves between parts at least.
const LEAST: f32 = 0.2;

/// The nearest points of a pair; twin of `shaders/include/touch.glsl`.
struct Nearest {
    weights: [f32; 4],
    /// From the second part to the first.
    apart: Vec3,
    /// Not at an end of an edge.
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
        apart: from_first(1) + from_first(2) + from_first(3),
        inside,
    }
}

/// How many of a pair's corners are those of its first part.
fn first_corners(kind: u32) -> usize {
    if kind == POINT_TRIANGLE { 1 } else { 2 }
}

/// Across a pair whose parts cut each other.
fn across(kind: u32, x: [Vec3; 4]) -> Vec3 {
    let normal = if kind == POINT_TRIANGLE {
        (x[2] - x[1]).cross(x[3] - x[1])
    } else {
        (x[1] - x[0]).cross(x[3] - x[2])
    };
    normal.try_normalize().unwrap_or(Vec3::Y)
}

/// What the touches that share a particle push it by; twin of `shaders/include/pushed.glsl`.
fn pushed(entries: &[u32], touches: &[Touch], pushes: &[[f32; 3]]) -> Vec3 {
    let push = |entry: &u32| {
        let row = *entry as usize / 4;
        touches[row].weights[*entry as usize % 4] * Vec3::from(pushes[row])
    };
    entries.iter().map(push).sum()
}

/// The entries of a particle.
fn list<'a>(starts: &[u32], entries: &'a [u32], i: usize) -> &'a [u32] {
    &entries[starts[i] as usize..starts[i + 1] as usize]
}

/// The way of a pair's corners through a substep; twin of `shaders/include/ways.glsl`.
struct Ways {
    kind: u32,
    at_start: [Vec3; 4],
    way: [Vec3; 4],
}

impl Ways {
    fn new(pair: Pair, position: &[[f32; 4]], moved: &[[f32; 4]]) -> Self {
        let origin = xyz(position[pair.corners[0] as usize]);
        Self {
            kind: pair.kind,
            at_start: pair.corners.map(|c| xyz(position[c as usize]) - origin),
            way: pair.corners.map(|c| xyz(moved[c as usize])),
        }
    }

    fn nearest_at(&self, time: f32) -> Nearest {
        nearest(
            self.kind,
            [0, 1, 2, 3].map(|k| self.at_start[k] + time * self.way[k]),
        )
    }

    /// The most that the parts can near each other.
    fn closing(&self) -> f32 {
        let (first, second) = self.way.split_at(first_corners(self.kind));
        let pairs = first
            .iter()
            .flat_map(|a| second.iter().map(move |b| (*b - *a).length()));
        pairs.fold(0.0, f32::max)
    }
}
