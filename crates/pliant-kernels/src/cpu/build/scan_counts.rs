//! CPU implementation of `shaders/build/scan_counts.comp`.

use super::sum_counts::block;
use crate::views::view::ScanCounts;
use pliant_passes::types::SCAN_BLOCK;

pub(crate) fn scan_counts(pass: &ScanCounts<'_>, workgroup: usize) {
    let count = pass.params.count;
    if workgroup > (count / SCAN_BLOCK) as usize {
        return;
    }
    let own = block(workgroup, count);
    let mut start = pass.sums.range(0..workgroup).iter().sum();
    for (i, size) in own.clone().zip(pass.counts.range(own)) {
        pass.starts.set(i, start);
        start += size;
    }
    // The total.
    if workgroup == (count / SCAN_BLOCK) as usize {
        pass.starts.set(count as usize, start);
    }
}
