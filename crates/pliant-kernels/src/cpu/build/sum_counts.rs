//! CPU implementation of `shaders/build/sum_counts.comp`.

use crate::views::view::SumCounts;
use pliant_passes::types::SCAN_BLOCK;
use std::ops::Range;

pub(crate) fn sum_counts(pass: &SumCounts<'_>, workgroup: usize) {
    if workgroup > (pass.params.count / SCAN_BLOCK) as usize {
        return;
    }
    let sum = pass.counts.range(block(workgroup, pass.params.count));
    pass.sums.set(workgroup, sum.iter().sum());
}

/// The counts of a block.
pub(super) fn block(workgroup: usize, count: u32) -> Range<usize> {
    let (count, size) = (count as usize, SCAN_BLOCK as usize);
    (workgroup * size).min(count)..((workgroup + 1) * size).min(count)
}
