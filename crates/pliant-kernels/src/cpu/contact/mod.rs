//! CPU implementations of `shaders/contact/`.

pub(super) mod activate_contacts;
pub(super) mod apply_bounces;
pub(super) mod apply_contacts;
pub(super) mod average_displacement;
pub(super) mod bound_elements;
pub(super) mod check_bounds;
pub(super) mod check_motion;
mod closeness;
pub(super) mod compute_bounces;
pub(super) mod count_contacts;
pub(super) mod count_workgroups;
pub(super) mod evaluate_contacts;
pub(super) mod evaluate_pairs;
pub(super) mod evict_elements;
mod facing;
pub(super) mod find_element_pairs;
pub(super) mod find_feature_pairs;
pub(super) mod find_leaf_pairs;
pub(super) mod find_pairs;
pub(super) mod gather_contacts;
pub(super) mod limit_pairs;
pub(super) mod list_dirty_pairs;
pub(super) mod list_dirty_particles;
pub(super) mod list_pair_keys;
pub(super) mod list_particle_pairs;
pub(super) mod refit_element_tree;
pub(super) mod retain_pairs;
pub(super) mod snapshot_positions;
pub(super) mod solve_contact_rows;
pub(super) mod sort_contacts;
pub(super) mod sort_pairs;
pub(super) mod split_contact_masses;
mod stray;
pub(super) mod truncate;

use super::closest::{nearest_on_segments, nearest_on_triangle};
use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::types::{Coefficients, POINT_TRIANGLE, Pair};

/// The closest points of a pair; CPU implementation of `shaders/include/deformable_contact.glsl`.
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
