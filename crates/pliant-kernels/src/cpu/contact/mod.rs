//! CPU implementations of `shaders/contact/`.

pub(super) mod apply_bounces;
pub(super) mod apply_contacts;
mod approach;
pub(super) mod bound_elements;
mod coefficients;
pub(super) mod compute_bounces;
mod contact_row;
pub(super) mod count_workgroups;
mod deformable_contact;
mod deviation;
mod division_plane;
pub(super) mod evaluate_contacts;
mod facing;
mod feature_pairs;
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
pub(super) mod solve_contact_rows;
pub(super) mod sort_candidates;
pub(super) mod sort_contacts;
mod trajectories;

pub(super) use contact_row::Rows;

use crate::memory::{Read, Shared};
use pliant_passes::types::ContactState;
use std::mem::offset_of;
use std::ops::Range;

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

/// Number of candidates.
fn candidates(state: &Shared<'_, ContactState>) -> usize {
    let count: u32 = state.field(0, offset_of!(ContactState, candidates));
    count as usize
}

/// The entries of a particle.
pub(super) fn entries<'a>(starts: Read<'_, u32>, entries: Read<'a, u32>, i: usize) -> &'a [u32] {
    entries.range(starts[i] as usize..starts[i + 1] as usize)
}
