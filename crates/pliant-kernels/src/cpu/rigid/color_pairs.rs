//! CPU implementation of `shaders/rigid/color_pairs.comp`.

use super::colors::first_small_color;
use super::order::order;
use crate::views::view::ColorPairs;
use pliant_passes::types::{COLOR_DISPATCHES, COLORS, KINDS, MOST_ROUNDS, NONE, WORKGROUP};

pub(crate) fn color_pairs(pass: &ColorPairs<'_>, _workgroup: usize) {
    let params = pass.params;
    let count = pass.starts[params.parts as usize].min(params.capacity) as usize;
    let bodies = params.count as usize;
    pass.taken.fill(0..bodies, 0);
    pass.claims.fill(0..bodies, 0);
    pass.colors.fill(0..count, NONE);
    for _ in 0..MOST_ROUNDS {
        let claiming = (0..count).filter(|pair| claim_bodies(pass, *pair)).count();
        if claiming == 0 {
            break;
        }
        for pair in 0..count {
            if pass.colors.get(pair) == NONE {
                assign(pass, pair);
            }
        }
        pass.claims.fill(0..bodies, 0);
    }
    for pair in 0..count {
        pass.colors
            .update(pair, |color| *color = (*color).min(COLORS));
    }
    let key = |pair: usize| pass.colors.get(pair) as usize;
    let keys = COLORS as usize + 1;
    order(
        (count, keys),
        key,
        &pass.shares,
        &pass.color_starts,
        &pass.ordered,
    );
    let start = |color: usize| pass.color_starts.get(color);
    let small = first_small_color(&params, start);
    for color in 0..COLOR_DISPATCHES as usize {
        let size = if color < small {
            start(color + 1) - start(color)
        } else {
            0
        };
        pass.calls
            .set(KINDS as usize + color, [size.div_ceil(WORKGROUP), 1, 1]);
    }
}

fn hashed(pass: &ColorPairs<'_>, pair: usize) -> u32 {
    let [first, second] = pass.pairs[pair].parts;
    let number = if pass.params.parts <= 65536 {
        65536 * first + second
    } else {
        pair as u32
    };
    (number + 1).wrapping_mul(0x9E37_79B1)
}

fn free_bodies(pass: &ColorPairs<'_>, pair: usize) -> impl Iterator<Item = usize> + use<> {
    let bodies = pass.pairs[pair].bodies.map(|body| body as usize);
    let free = bodies.map(|body| pass.rigids[body].is_free());
    bodies
        .into_iter()
        .zip(free)
        .filter(|(_, free)| *free)
        .map(|(body, _)| body)
}

fn free_colors(pass: &ColorPairs<'_>, pair: usize) -> u32 {
    let taken = free_bodies(pass, pair).fold(0, |all, body| all | pass.taken.get(body));
    !taken & ((1 << COLORS) - 1)
}

/// Claims the bodies of a pair that has no colour. Returns whether it still needs one.
fn claim_bodies(pass: &ColorPairs<'_>, pair: usize) -> bool {
    if pass.colors.get(pair) != NONE {
        return false;
    }
    if free_colors(pass, pair) == 0 {
        pass.colors.set(pair, COLORS);
        return false;
    }
    let hash = hashed(pass, pair);
    for body in free_bodies(pass, pair) {
        pass.claims.update(body, |claim| *claim = hash.max(*claim));
    }
    true
}

fn assign(pass: &ColorPairs<'_>, pair: usize) {
    let hash = hashed(pass, pair);
    if free_bodies(pass, pair).all(|body| pass.claims.get(body) == hash) {
        let color = free_colors(pass, pair).trailing_zeros();
        pass.colors.set(pair, color);
        for body in free_bodies(pass, pair) {
            pass.taken.update(body, |taken| *taken |= 1 << color);
        }
    }
}
