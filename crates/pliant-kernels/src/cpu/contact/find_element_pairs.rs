//! CPU implementation of `shaders/contact/find_element_pairs.comp`.

use super::add;
use crate::cpu::filter::filters_allow;
use crate::memory::Read;
use crate::tree::Walk;
use crate::views::view::FindElementPairs;
use glam::Vec3;
use pliant_passes::types::{Bounds, ContactBody, ContactState, MOST_BULK, STATUS_ELEMENT_PAIRS};
use std::mem::offset_of;

pub(crate) fn find_element_pairs(pass: &FindElementPairs<'_>, leaf: usize) {
    let (leaf, count) = (leaf as u32, pass.params.count);
    if 8 * leaf >= count {
        return;
    }
    let end = end_of(pass, leaf);
    let own = pass.nodes[if count > 1 { count + leaf } else { 0 } as usize];
    let mut walk = Walk::from_top(0, count);
    while !walk.over(count) && walk.node << (3 * walk.level) < end {
        let near = overlap(&pass.nodes[walk.index()], &own);
        if near && walk.level > 1 {
            walk.into_children(count);
            continue;
        }
        if near {
            let other = if walk.level == 0 { 0 } else { walk.node };
            pairs_of_leaves(pass, leaf, other);
        }
        walk.past(count);
    }
}

/// The last element, plus one, that an element of the leaf can collide with.
fn end_of(pass: &FindElementPairs<'_>, leaf: u32) -> u32 {
    let last = (8 * leaf + 7).min(pass.params.count - 1);
    let body = pass.body_of[pass.elements[last as usize][0] as usize];
    let own = pass.bodies[body as usize];
    if own.first > 8 * leaf || own.itself != 0 {
        last + 1
    } else {
        own.first
    }
}

/// Each element of a leaf with the overlapping ones of another leaf that come before it.
fn pairs_of_leaves(pass: &FindElementPairs<'_>, leaf: u32, other: u32) {
    let body = |e: u32| pass.body_of[pass.elements[e as usize][0] as usize] as usize;
    for e in 8 * leaf..(8 * leaf + 8).min(pass.params.count) {
        let own_body = body(e);
        let own = pass.bodies[own_body];
        let end = if own.itself != 0 { e } else { own.first };
        let bounds = pass.nodes[e as usize];
        let mut close = 0_u32;
        for k in 8 * other..end.min(8 * other + 8) {
            if overlap(&pass.nodes[k as usize], &bounds)
                && can_collide(pass.bodies, own_body, body(k))
            {
                close |= 1 << (k % 8);
            }
        }
        if close == 0 {
            continue;
        }
        let field = offset_of!(ContactState, element_pairs);
        let first = add(&pass.state, field, close.count_ones());
        let last = first + close.count_ones();
        pass.status.max(STATUS_ELEMENT_PAIRS as usize, last);
        for at in first..last {
            if at < pass.params.element_pairs {
                pass.found
                    .set(at as usize, [e, 8 * other + close.trailing_zeros()]);
            }
            close &= close - 1;
        }
    }
}

fn can_collide(bodies: Read<'_, ContactBody>, one: usize, other: usize) -> bool {
    let apart = bodies[one].bulk + bodies[other].bulk > MOST_BULK;
    one == other || (!apart && filters_allow(bodies[one].filters, bodies[other].filters))
}

#[inline]
fn overlap(one: &Bounds, other: &Bounds) -> bool {
    let below = |low: [f32; 3], high: [f32; 3]| Vec3::from(low).cmple(Vec3::from(high)).all();
    below(one.low, other.high) && below(other.low, one.high)
}
