//! CPU implementations of `shaders/build/`.

mod deduplicate_links;
mod fill_slots;
mod find_hinges;
mod find_links;
mod list_constraints;
mod list_half_edges;
mod lump_areas;
mod scan_counts;
mod sort_lists;

pub(crate) use deduplicate_links::deduplicate_links;
pub(crate) use fill_slots::fill_slots;
pub(crate) use find_hinges::find_hinges;
pub(crate) use find_links::find_links;
pub(crate) use list_constraints::list_constraints;
pub(crate) use list_half_edges::list_half_edges;
pub(crate) use lump_areas::lump_areas;
pub(crate) use scan_counts::scan_counts;
pub(crate) use sort_lists::sort_lists;

/// The entries of list `i`.
fn list(starts: &[u32], i: usize) -> std::ops::Range<usize> {
    starts[i] as usize..starts[i + 1] as usize
}
