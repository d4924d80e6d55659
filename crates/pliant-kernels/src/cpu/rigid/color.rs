//! Twin of `shaders/rigid/color.comp`.

use crate::passes::view::RigidColor;
use crate::types::{COLORS, MOST_ROUNDS, NONE, WORKGROUP};

pub(crate) fn color(mut pass: RigidColor<'_>) {
    let params = pass.params;
    let count = pass.starts[params.parts as usize].min(params.capacity) as usize;
    let bodies = params.count as usize;
    pass.taken[..bodies].fill(0);
    pass.claims[..bodies].fill(0);
    pass.colors[..count].fill(NONE);
    for _ in 0..MOST_ROUNDS {
        let asking = (0..count).filter(|pair| ask(&mut pass, *pair)).count();
        if asking == 0 {
            break;
        }
        for pair in 0..count {
            if pass.colors[pair] == NONE {
                settle(&mut pass, pair);
            }
        }
        pass.claims[..bodies].fill(0);
    }
    order(&mut pass, count);
}

fn hashed(pair: usize) -> u32 {
    (pair as u32 + 1).wrapping_mul(0x9E37_79B1)
}

fn free_bodies(pass: &RigidColor<'_>, pair: usize) -> impl Iterator<Item = usize> + use<> {
    let bodies = pass.pairs[pair].bodies.map(|body| body as usize);
    let free = bodies.map(|body| pass.rigids[body].is_free());
    bodies
        .into_iter()
        .zip(free)
        .filter(|(_, free)| *free)
        .map(|(body, _)| body)
}

fn free_colors(pass: &RigidColor<'_>, pair: usize) -> u32 {
    let taken = free_bodies(pass, pair).fold(0, |all, body| all | pass.taken[body]);
    !taken & ((1 << COLORS) - 1)
}

/// Whether a pair without a colour still looks for one.
fn ask(pass: &mut RigidColor<'_>, pair: usize) -> bool {
    if pass.colors[pair] != NONE {
        return false;
    }
    if free_colors(pass, pair) == 0 {
        pass.colors[pair] = COLORS;
        return false;
    }
    for body in free_bodies(pass, pair) {
        pass.claims[body] = pass.claims[body].max(hashed(pair));
    }
    true
}

fn settle(pass: &mut RigidColor<'_>, pair: usize) {
    if free_bodies(pass, pair).all(|body| pass.claims[body] == hashed(pair)) {
        let color = free_colors(pass, pair).trailing_zeros();
        pass.colors[pair] = color;
        for body in free_bodies(pass, pair) {
            pass.taken[body] |= 1 << color;
        }
    }
}

/// Pairs in the order of their colours, each invocation a share of them.
fn order(pass: &mut RigidColor<'_>, count: usize) {
    let (colors, invocations) = (COLORS as usize + 1, WORKGROUP as usize);
    let share = count.div_ceil(invocations).max(1);
    pass.shares[..invocations * colors].fill(0);
    for pair in 0..count {
        pass.colors[pair] = pass.colors[pair].min(COLORS);
        pass.shares[pair / share * colors + pass.colors[pair] as usize] += 1;
    }
    let mut start = 0;
    for color in 0..colors {
        pass.color_starts[color] = start;
        for other in 0..invocations {
            let size = std::mem::replace(&mut pass.shares[other * colors + color], start);
            start += size;
        }
    }
    pass.color_starts[colors] = start;
    for pair in 0..count {
        let place = &mut pass.shares[pair / share * colors + pass.colors[pair] as usize];
        pass.ordered[*place as usize] = pair as u32;
        *place += 1;
    }
}
