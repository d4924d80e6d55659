//! CPU implementation of `shaders/contact/list_candidates.comp`.

use super::strided;
use crate::views::view::ListCandidates;
use std::ops::Range;

pub(crate) fn list_candidates(pass: &ListCandidates<'_>, invocations: Range<usize>) {
    let (found, count) = (pass.state[0].found, pass.params.count as usize);
    if found > pass.params.candidates {
        let elements = invocations.start..invocations.end.min(count);
        elements.for_each(|e| pass.cursor.set(e, 0));
        return;
    }
    for i in strided(invocations, count, found as usize) {
        let pair = pass.found[i];
        let element = pair.element as usize;
        let rank = pass.cursor.atomic(element, 0).subtract(1) - 1;
        let at = pass.starts[element] + rank;
        pass.listed.set(at as usize, pair);
    }
}
