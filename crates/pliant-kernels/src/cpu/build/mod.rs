//! Twins of `shaders/build/`.

mod ends;
mod half_edges;
mod hinges;
mod links;
mod measure;
mod scan;
mod slots;
mod sort;
mod unique;

pub(crate) use ends::ends;
pub(crate) use half_edges::half_edges;
pub(crate) use hinges::hinges;
pub(crate) use links::links;
pub(crate) use measure::measure;
pub(crate) use scan::scan;
pub(crate) use slots::slots;
pub(crate) use sort::sort;
pub(crate) use unique::unique;

/// The entries of list `i`.
fn list(starts: &[u32], i: usize) -> std::ops::Range<usize> {
    starts[i] as usize..starts[i + 1] as usize
}
