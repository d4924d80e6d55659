//! CPU implementation of `shaders/rigid/assign_colors.comp`.

use super::coloring::{Coloring, claim_of, uncolored};
use crate::views::view::AssignColors;
use pliant_passes::types::{COLORING_ROUNDS, PROPOSED, WORKGROUP};
use std::ops::Range;

pub(crate) fn assign_colors(pass: &AssignColors<'_>, invocations: Range<usize>) {
    let all = Coloring::new(&pass.uncolored, pass.params);
    let mut all_win = true;
    for pair in uncolored(invocations, all.count(), |pair| pass.colors.get(pair)) {
        all_win &= assign(pass, &all, pair);
    }
    let next = pass.params.round + 1;
    if !all_win && next < COLORING_ROUNDS {
        let workgroups = all.count().div_ceil(WORKGROUP);
        pass.dispatch_arguments
            .atomic(next as usize, 0)
            .max(workgroups);
    }
}

/// Returns whether the pair gets the colour that it proposes.
fn assign(pass: &AssignColors<'_>, all: &Coloring<'_>, pair: usize) -> bool {
    let bodies = pass.uncolored.pairs[pair].bodies;
    let color = pass.colors.get(pair) & !PROPOSED;
    let priority = all.priority(pair);
    let is_free = |body: &u32| pass.rigids[*body as usize].is_free();
    let wins = |body: u32| pass.claims[claim_of(body, color)] == priority;
    if !bodies.into_iter().filter(is_free).all(wins) {
        return false;
    }
    pass.colors.set(pair, color);
    for body in bodies.into_iter().filter(is_free) {
        pass.taken.atomic(body as usize, 0).or(1 << color);
    }
    true
}
