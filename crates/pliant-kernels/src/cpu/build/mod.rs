//! CPU implementations of `shaders/build/`.

pub(super) mod deduplicate_links;
pub(super) mod fill_slots;
pub(super) mod find_hinges;
pub(super) mod find_links;
pub(super) mod list_constraints;
pub(super) mod list_half_edges;
pub(super) mod lump_areas;
pub(super) mod scan_counts;
pub(super) mod sort_lists;
pub(super) mod sum_counts;

use crate::memory::Read;

/// The entries of list `i`.
fn list(starts: Read<'_, u32>, i: usize) -> std::ops::Range<usize> {
    starts[i] as usize..starts[i + 1] as usize
}
