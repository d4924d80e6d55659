//! Twin of `shaders/touch/groups.comp`.

use crate::passes::view::TouchGroups;
use crate::tree::Walk;
use crate::types::Bounds;

pub(crate) fn groups(pass: TouchGroups<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    let nodes: &[Bounds] = bytemuck::cast_slice(pass.nodes);
    let count = pass.params.count;
    for g in 0..count.div_ceil(8) {
        let end = behind(&pass, g);
        let bounds = nodes[if count > 1 { count + g } else { 0 } as usize];
        let mut walk = Walk::from_top(0, count);
        while !walk.over(count) && walk.node << (3 * walk.level) < end {
            let near = nodes[walk.place()].meets(bounds);
            if near && walk.level > 1 {
                walk.into_children(count);
                continue;
            }
            if near {
                let at = pass.state[0].groups;
                pass.state[0].groups += 1;
                if at < pass.params.capacity {
                    pass.found[at as usize] = [g, walk.node];
                }
            }
            walk.past(count);
        }
    }
}

/// Behind the last element that one of the group's meets.
fn behind(pass: &TouchGroups<'_>, g: u32) -> u32 {
    let last = (8 * g + 7).min(pass.params.count - 1);
    let body = pass.body_of[pass.elements[last as usize][0] as usize];
    let own = pass.bodies[body as usize];
    if own.first > 8 * g || own.itself != 0 {
        last + 1
    } else {
        own.first
    }
}
