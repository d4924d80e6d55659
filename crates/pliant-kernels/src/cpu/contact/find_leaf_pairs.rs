//! CPU implementation of `shaders/contact/find_leaf_pairs.comp`.

use crate::tree::Walk;
use pliant_passes::passes::view::FindLeafPairs;
use pliant_passes::types::Bounds;

pub(crate) fn find_leaf_pairs(pass: FindLeafPairs<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    let nodes: &[Bounds] = bytemuck::cast_slice(pass.nodes);
    let count = pass.params.count;
    for g in 0..count.div_ceil(8) {
        let whole = pass.state[0].whole != 0;
        if !whole && !is_fresh(&pass, g) {
            continue;
        }
        let end = if whole { behind(&pass, g) } else { count };
        let bounds = nodes[if count > 1 { count + g } else { 0 } as usize];
        let mut walk = Walk::from_top(0, count);
        while !walk.over(count) && walk.node << (3 * walk.level) < end {
            let near = nodes[walk.place()].overlaps(bounds);
            if near && walk.level > 1 {
                walk.into_children(count);
                continue;
            }
            // Of two groups with fresh elements the later one finds both.
            if near && (walk.node <= g || !is_fresh(&pass, walk.node)) {
                let at = pass.state[0].groups;
                pass.state[0].groups += 1;
                if at < pass.params.capacity {
                    pass.found[at as usize] = [g.max(walk.node), g.min(walk.node)];
                }
            }
            walk.past(count);
        }
    }
}

/// Behind the last element that one of the group's meets.
fn behind(pass: &FindLeafPairs<'_>, g: u32) -> u32 {
    let last = (8 * g + 7).min(pass.params.count - 1);
    let body = pass.body_of[pass.elements[last as usize][0] as usize];
    let own = pass.bodies[body as usize];
    if own.first > 8 * g || own.itself != 0 {
        last + 1
    } else {
        own.first
    }
}

fn is_fresh(pass: &FindLeafPairs<'_>, g: u32) -> bool {
    let elements = 8 * g..(8 * g + 8).min(pass.params.count);
    elements.into_iter().any(|e| pass.fresh[e as usize] != 0)
}
