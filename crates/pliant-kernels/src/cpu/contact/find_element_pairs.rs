//! CPU implementation of `shaders/contact/find_element_pairs.comp`.

use super::add;
use crate::cpu::filter::filters_allow;
use crate::memory::Read;
use crate::tree::Walk;
use crate::views::view::FindElementPairs;
use glam::Vec3;
use pliant_passes::types::{ContactBody, ContactState, STATUS_ELEMENT_PAIRS};
use std::mem::offset_of;

pub(crate) fn find_element_pairs(pass: &FindElementPairs<'_>, leaf: usize) {
    let (leaf, count) = (leaf as u32, pass.params.count);
    if 8 * leaf >= count {
        return;
    }
    let end = end_of(pass, leaf);
    let own = Moving::of(pass.nodes, if count > 1 { count + leaf } else { 0 });
    let mut walk = Walk::from_top(0, count);
    while !walk.over(count) && walk.node << (3 * walk.level) < end {
        let near = Moving::of(pass.nodes, walk.place() as u32).overlaps(&own);
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
        let bounds = Moving::of(pass.nodes, e);
        let mut close = 0_u32;
        for k in 8 * other..end.min(8 * other + 8) {
            if Moving::of(pass.nodes, k).overlaps(&bounds)
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
    let flow = bodies[one].bulk + bodies[other].bulk > 2;
    one == other || (!flow && filters_allow(bodies[one].filters, bodies[other].filters))
}

/// A moving box: CPU implementation of `shaders/include/moving_bounds.glsl`.
struct Moving {
    low: Vec3,
    high: Vec3,
    slow: Vec3,
    fast: Vec3,
}

impl Moving {
    #[inline]
    fn of(nodes: Read<'_, [f32; 4]>, at: u32) -> Self {
        let [a, b, c] = nodes.array(3 * at as usize);
        Self {
            low: Vec3::new(a[0], a[1], a[2]),
            high: Vec3::new(a[3], b[0], b[1]),
            slow: Vec3::new(b[2], b[3], c[0]),
            fast: Vec3::new(c[1], c[2], c[3]),
        }
    }

    /// Whether both come close to each other at some time until the next search.
    #[inline]
    fn overlaps(&self, other: &Self) -> bool {
        let low = self.low + (self.slow - other.fast).min(Vec3::ZERO);
        let high = self.high + (self.fast - other.slow).max(Vec3::ZERO);
        low.cmple(other.high).all() && other.low.cmple(high).all()
    }
}
