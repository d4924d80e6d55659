//! CPU implementation of `shaders/build/scan_counts.comp`.

use crate::views::view::ScanCounts;

pub(crate) fn scan_counts(pass: &ScanCounts<'_>, _workgroup: usize) {
    let count = pass.params.count as usize;
    let mut total = 0;
    for i in 0..count {
        pass.starts.set(i, total);
        total += pass.counts[i];
    }
    pass.starts.set(count, total);
}
