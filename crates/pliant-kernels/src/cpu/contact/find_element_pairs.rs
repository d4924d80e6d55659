//! CPU implementation of `shaders/contact/find_element_pairs.comp`.

use crate::cpu::filter::filters_allow;
use pliant_passes::passes::view::FindElementPairs;
use pliant_passes::types::{Bounds, ContactBody};

pub(crate) fn find_element_pairs(pass: FindElementPairs<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    let nodes: &[Bounds] = bytemuck::cast_slice(pass.nodes);
    let body = |e: u32| pass.body_of[pass.elements[e as usize][0] as usize] as usize;
    let known = pass.state[0].groups.min(pass.params.capacity / 2);
    for [group, other_group] in &pass.groups[..known as usize] {
        for e in (8 * group..8 * group + 8).filter(|e| *e < pass.params.count) {
            // All that are later, and those of a body that does not meet itself, are left out.
            let own = pass.bodies[body(e)];
            let end = if own.itself != 0 { e } else { own.first };
            for other in 8 * other_group..end.min(8 * other_group + 8) {
                let fresh = [e, other].iter().any(|e| pass.fresh[*e as usize] != 0);
                let close = fresh && nodes[other as usize].overlaps(nodes[e as usize]);
                if !close || !may_meet(pass.bodies, body(e), body(other)) {
                    continue;
                }
                let at = pass.state[0].near;
                pass.state[0].near += 1;
                if at < pass.params.capacity {
                    pass.found[at as usize] = [e, other];
                }
            }
        }
    }
}

fn may_meet(bodies: &[ContactBody], one: usize, other: usize) -> bool {
    let flow = bodies[one].bulk + bodies[other].bulk > 2;
    one == other || (!flow && filters_allow(bodies[one].filters, bodies[other].filters))
}
