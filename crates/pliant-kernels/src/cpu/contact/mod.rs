//! CPU implementations of `shaders/touch/`.

mod activate_contacts;
mod apply_bounces;
mod apply_contacts;
mod average_displacement;
mod bound_elements;
mod check_bounds;
mod check_motion;
mod closeness;
mod compute_bounces;
mod count_contacts;
mod count_workgroups;
mod evaluate_contacts;
mod evaluate_pairs;
mod evict_elements;
mod facing;
mod find_element_pairs;
mod find_feature_pairs;
mod find_leaf_pairs;
mod find_pairs;
mod gather_contacts;
mod limit_pairs;
mod list_dirty_pairs;
mod list_dirty_particles;
mod list_pair_keys;
mod list_particle_pairs;
mod refit_element_tree;
mod retain_pairs;
mod snapshot_positions;
mod solve_contact_rows;
mod sort_contacts;
mod sort_pairs;
mod split_contact_masses;
mod stray;
mod truncate;

pub(crate) use activate_contacts::activate_contacts;
pub(crate) use apply_bounces::apply_bounces;
pub(crate) use apply_contacts::apply_contacts;
pub(crate) use average_displacement::average_displacement;
pub(crate) use bound_elements::bound_elements;
pub(crate) use check_bounds::check_bounds;
pub(crate) use check_motion::check_motion;
pub(crate) use compute_bounces::compute_bounces;
pub(crate) use count_contacts::count_contacts;
pub(crate) use count_workgroups::count_workgroups;
pub(crate) use evaluate_contacts::evaluate_contacts;
pub(crate) use evaluate_pairs::evaluate_pairs;
pub(crate) use evict_elements::evict_elements;
pub(crate) use find_element_pairs::find_element_pairs;
pub(crate) use find_feature_pairs::find_feature_pairs;
pub(crate) use find_leaf_pairs::find_leaf_pairs;
pub(crate) use find_pairs::find_pairs;
pub(crate) use gather_contacts::gather_contacts;
pub(crate) use limit_pairs::limit_pairs;
pub(crate) use list_dirty_pairs::list_dirty_pairs;
pub(crate) use list_dirty_particles::list_dirty_particles;
pub(crate) use list_pair_keys::list_pair_keys;
pub(crate) use list_particle_pairs::list_particle_pairs;
pub(crate) use refit_element_tree::refit_element_tree;
pub(crate) use retain_pairs::retain_pairs;
pub(crate) use snapshot_positions::snapshot_positions;
pub(crate) use solve_contact_rows::solve_contact_rows;
pub(crate) use sort_contacts::sort_contacts;
pub(crate) use sort_pairs::sort_pairs;
pub(crate) use split_contact_masses::split_contact_masses;
pub(crate) use truncate::truncate;

use super::closest::{nearest_on_segments, nearest_on_triangle};
use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::types::{Coefficients, POINT_TRIANGLE, Pair};

/// Of the thickness of both parts: how far beyond their gap parts are at most that a touch may push.
const REACH: f32 = 0.2;

/// Of the distance at the start, or of the gap where that is less: what the guard leaves between parts at least.
const LEAST: f32 = 0.2;

/// What no particle goes as far as, m: how far one may stray that has no pairs.
const FARTHEST: f32 = 1e30;

/// The nearest points of a pair; CPU implementation of `shaders/include/touch.glsl`.
#[derive(Clone, Copy)]
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

/// What the touches that share a particle push it by; CPU implementation of `shaders/include/contact_correction.glsl`.
fn pushed(entries: &[u32], weights: &[[f32; 4]], pushes: &[[f32; 4]]) -> Vec3 {
    let push = |entry: &u32| {
        let row = *entry as usize / 4;
        weights[row][*entry as usize % 4] * xyz(pushes[row])
    };
    entries.iter().map(push).sum()
}

/// Whether a touch presses; where that changes, its particles' are to be counted anew. CPU implementation of `shaders/include/activate.glsl`.
fn set_pressing(presses: &mut f32, changed: &mut [u32], corners: [usize; 4], now: bool) {
    if now != (*presses != 0.0) {
        corners.into_iter().for_each(|c| changed[c] = 1);
    }
    *presses = f32::from(u8::from(now));
}

/// Friction and restitution of a body's surface from its row; CPU implementation of `shaders/include/coefficients.glsl`.
fn coefficients([friction, static_friction, restitution, combine]: [u32; 4]) -> Coefficients {
    Coefficients {
        friction: f32::from_bits(friction),
        static_friction: f32::from_bits(static_friction),
        restitution: f32::from_bits(restitution),
        combine,
    }
}

/// A pair from its rows; CPU implementation of `shaders/include/load_pair.glsl`.
fn pair([corners, around, [kind, gap, reach, owns]]: [[u32; 4]; 3]) -> Pair {
    Pair {
        corners,
        around,
        kind,
        gap: f32::from_bits(gap),
        reach: f32::from_bits(reach),
        owns,
    }
}

/// The entries of a particle, from its start to its end.
fn list<'a>(starts: &[u32], ends: &[u32], entries: &'a [u32], i: usize) -> &'a [u32] {
    &entries[starts[i] as usize..ends[i] as usize]
}

/// The way of a pair's corners through a substep; CPU implementation of `shaders/include/trajectories.glsl`.
struct Ways {
    kind: u32,
    /// Places are seen from that of the first corner at the start.
    origin: Vec3,
    at_start: [Vec3; 4],
    way: [Vec3; 4],
}

impl Ways {
    fn new(corners: [u32; 4], kind: u32, position: &[[f32; 4]], displacement: &[[f32; 4]]) -> Self {
        let origin = xyz(position[corners[0] as usize]);
        Self {
            kind,
            origin,
            at_start: corners.map(|c| xyz(position[c as usize]) - origin),
            way: corners.map(|c| xyz(displacement[c as usize])),
        }
    }

    fn places_at(&self, time: f32) -> [Vec3; 4] {
        [0, 1, 2, 3].map(|k| self.at_start[k] + time * self.way[k])
    }

    fn nearest_at(&self, time: f32) -> Nearest {
        nearest(self.kind, self.places_at(time))
    }

    /// The most that the parts can near each other.
    fn closing(&self) -> f32 {
        let behind = first_corners(self.kind);
        let between = (0..behind).flat_map(|a| (behind..4).map(move |b| (a, b)));
        let nearing = between.map(|(a, b)| self.way[a].distance(self.way[b]));
        nearing.fold(0.0, f32::max)
    }

    /// When the parts, `apart` between their nearest points at `time`, come as near as `left` at the earliest; 1 if later.
    fn meeting(&self, apart: Vec3, time: f32, left: f32) -> f32 {
        let l = apart.length();
        let n = apart / l;
        let rate = self.way.map(|way| n.dot(way));
        let at = [0, 1, 2, 3].map(|k| n.dot(self.at_start[k]) + time * rate[k]);
        let behind = first_corners(self.kind);
        let mut along = 1.0 - time;
        let mut apart_along = true;
        for (a, b) in (0..behind).flat_map(|a| (behind..4).map(move |b| (a, b))) {
            let nearing = rate[b] - rate[a];
            if nearing > 0.0 {
                along = along.min((at[a] - at[b] - left) / nearing);
            }
            apart_along &= at[a] - at[b] >= 0.999 * l;
        }
        let anyhow = (l - left) / self.closing();
        let later = if apart_along {
            along.max(anyhow)
        } else {
            anyhow
        };
        (time + later).min(1.0)
    }
}
