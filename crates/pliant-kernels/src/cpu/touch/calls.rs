//! Twin of `shaders/touch/calls.comp`.

use crate::passes::view::TouchCalls;
use crate::types::{
    CALLS_NEAR, CALLS_PAIRS, CALLS_PARTICLES, CALLS_SEEK_ELEMENTS, CALLS_SEEK_GROUPS,
    CALLS_SEEK_IN_GROUPS, CALLS_SEEK_NEAR, CALLS_SEEK_ONCE, CALLS_SEEK_PAIRS, CALLS_SEEK_PARTICLES,
    CALLS_TOUCHING, STATUS_NEAR, STATUS_PAIRS, WORKGROUP,
};

pub(crate) fn calls(pass: TouchCalls<'_>) {
    let params = pass.params;
    let state = &mut pass.state[0];
    let mut call = |index: u32, invocations: u32| {
        pass.calls[index as usize] = [invocations.div_ceil(WORKGROUP), 1, 1];
    };
    let sought = (1..4).contains(&params.sought);
    if params.particles == 0 || sought && pass.stale[0] == 0 {
        return;
    }
    if params.sought == 0 {
        let seek = pass.stale[0].min(1);
        call(CALLS_SEEK_ONCE, seek);
        call(CALLS_SEEK_PARTICLES, seek * params.particles);
        call(CALLS_SEEK_ELEMENTS, seek * params.elements);
        call(CALLS_SEEK_GROUPS, seek * params.elements.div_ceil(8));
        call(CALLS_SEEK_IN_GROUPS, 0);
        call(CALLS_SEEK_NEAR, 0);
        call(CALLS_SEEK_PAIRS, 0);
        state.touching = 0;
        state.substeps = if seek > 0 { 0.0 } else { state.substeps + 1.0 };
        state.groups *= 1 - seek;
        state.near *= 1 - seek;
        state.found *= 1 - seek;
        return;
    }
    if params.sought == 4 {
        call(CALLS_TOUCHING, state.touching);
        return;
    }
    if params.sought == 1 {
        call(CALLS_SEEK_IN_GROUPS, 8 * state.groups.min(params.room / 2));
        return;
    }
    let near = state.near.max(2 * state.groups);
    if params.sought == 2 {
        call(CALLS_SEEK_NEAR, state.near.min(params.room));
        call(CALLS_NEAR, state.near.min(params.room));
        let most = &mut pass.status[STATUS_NEAR as usize];
        *most = near.max(*most);
        return;
    }
    let fit = state.found <= params.capacity && near <= params.room;
    let pairs = if fit { state.found } else { 0 };
    call(CALLS_SEEK_PAIRS, pairs);
    call(CALLS_PAIRS, pairs);
    let any = state.found > 0 || state.pairs > 0;
    call(CALLS_PARTICLES, if any { params.particles } else { 0 });
    state.pairs = pairs;
    let most = &mut pass.status[STATUS_PAIRS as usize];
    *most = state.found.max(*most);
}
