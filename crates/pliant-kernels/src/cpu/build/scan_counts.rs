//! CPU implementation of `shaders/build/scan_counts.comp`.

use pliant_passes::passes::view::ScanCounts;

pub(crate) fn scan_counts(pass: ScanCounts<'_>) {
    let mut total = 0;
    for i in 0..pass.params.count as usize {
        pass.starts[i] = total;
        total += pass.counts[i];
    }
    pass.starts[pass.params.count as usize] = total;
}
