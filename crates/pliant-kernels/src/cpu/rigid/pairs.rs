//! Twin of `shaders/rigid/pairs.comp`.

use crate::cpu::filter::meets;
use crate::passes::view::RigidPairs;
use crate::types::{RigidPair, STATUS_RIGID_PAIRS};

pub(crate) fn pairs(pass: RigidPairs<'_>) {
    let params = pass.params;
    let body = |part: usize| pass.parts[part].body;
    let is_free = |part: usize| pass.rigids[body(part) as usize].is_free();
    let joined =
        |i: usize| &pass.apart[pass.apart_starts[i] as usize..pass.apart_starts[i + 1] as usize];
    let may_meet = |i: usize, j: usize| {
        body(i) != body(j)
            && (j > i || !is_free(j))
            && pass.boxes[i].meets(pass.boxes[j])
            && meets(pass.colliders[i].filters, pass.colliders[j].filters)
            && !joined(i).contains(&(j as u32))
    };
    let parts = params.parts as usize;
    for i in 0..parts {
        let others = (0..parts).filter(|j| is_free(i) && may_meet(i, *j));
        if params.flag == 0 {
            pass.counts[i] = others.count() as u32;
            continue;
        }
        let places = pass.starts[i]..params.capacity;
        for (at, j) in places.zip(others) {
            pass.pairs[at as usize] = RigidPair {
                parts: [i as u32, j as u32],
                bodies: [body(i), body(j)],
            };
        }
    }
    if params.flag != 0 {
        let found = &mut pass.status[STATUS_RIGID_PAIRS as usize];
        *found = (*found).max(pass.starts[parts]);
    }
}
