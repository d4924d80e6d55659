//! CPU implementation of `shaders/rigid/propose_colors.comp`.

use super::coloring::{Coloring, set_claims, uncolored};
use crate::views::view::ProposeColors;
use pliant_passes::types::{COLORS, PROPOSED};
use std::ops::Range;

pub(crate) fn propose_colors(pass: &ProposeColors<'_>, invocations: Range<usize>) {
    let all = Coloring::new(&pass.uncolored, pass.params);
    for pair in uncolored(invocations, all.count(), |pair| pass.colors.get(pair)) {
        propose(pass, &all, pair);
    }
}

fn propose(pass: &ProposeColors<'_>, all: &Coloring<'_>, pair: usize) {
    let bodies = pass.uncolored.pairs[pair].bodies;
    let free = bodies.map(|body| pass.rigids[body as usize].is_free());
    let taken = [0, 1].map(|k| {
        if free[k] {
            pass.taken[bodies[k] as usize]
        } else {
            0
        }
    });
    let free = !(taken[0] | taken[1]) & ((1 << COLORS) - 1);
    if free == 0 {
        pass.colors.set(pair, COLORS);
        return;
    }
    let second = free & (free - 1);
    let skips = (all.hashed(pair) >> (7 + pass.params.round)) % 2 == 1;
    let wanted = if skips && second != 0 { second } else { free };
    let color = wanted.trailing_zeros();
    pass.colors.set(pair, PROPOSED | color);
    set_claims(&pass.claims, bodies, color, 0);
}
