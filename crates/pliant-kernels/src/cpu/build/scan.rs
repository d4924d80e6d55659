//! Twin of `shaders/build/scan.comp`.

use crate::passes::view::Scan;

pub(crate) fn scan(pass: Scan<'_>) {
    let mut total = 0;
    for i in 0..pass.params.count as usize {
        pass.starts[i] = total;
        total += pass.counts[i];
    }
    pass.starts[pass.params.count as usize] = total;
}
