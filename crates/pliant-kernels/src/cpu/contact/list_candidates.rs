//! CPU implementation of `shaders/contact/list_candidates.comp`.

use super::strided;
use crate::views::view::ListCandidates;
use std::ops::Range;

pub(crate) fn list_candidates(pass: &ListCandidates<'_>, invocations: Range<usize>) {
    let found = pass.state[0].found;
    if found > pass.params.candidates {
        return;
    }
    for i in strided(invocations, pass.params.count as usize, found as usize) {
        let pair = pass.found[i];
        let element = pair.element as usize;
        let rank = pass.cursor.atomic(element, 0).subtract(1) - 1;
        let at = pass.starts[element] + rank;
        pass.listed.set(at as usize, pair);
    }
}
