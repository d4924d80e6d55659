//! CPU implementation of `shaders/rigid/claim_bodies.comp`.

use super::coloring::{Coloring, set_claims, uncolored};
use crate::views::view::ClaimBodies;
use pliant_passes::types::PROPOSED;
use std::ops::Range;

pub(crate) fn claim_bodies(pass: &ClaimBodies<'_>, invocations: Range<usize>) {
    let all = Coloring::new(&pass.uncolored, pass.params);
    for pair in uncolored(invocations, all.count(), |pair| pass.colors[pair]) {
        let color = pass.colors[pair] & !PROPOSED;
        set_claims(
            &pass.claims,
            pass.uncolored.pairs[pair].bodies,
            color,
            all.priority(pair),
        );
    }
}
