//! Twin of `shaders/touch/calls.comp`.

use crate::passes::view::TouchCalls;
use crate::types::{
    CALLS_PAIRS, CALLS_PARTICLES, CALLS_SEEK_AGAIN, CALLS_SEEK_ELEMENTS, CALLS_SEEK_ONCE,
    CALLS_SEEK_PAIRS, CALLS_SEEK_PARTICLES, STATUS_PAIRS, WORKGROUP,
};

pub(crate) fn calls(pass: TouchCalls<'_>) {
    let params = pass.params;
    let state = &mut pass.state[0];
    let mut call = |index: u32, invocations: u32| {
        pass.calls[index as usize] = [invocations.div_ceil(WORKGROUP), 1, 1];
    };
    if params.particles == 0 {
        return;
    }
    if params.sought == 0 {
        let seek = pass.stale[0].min(1);
        call(CALLS_SEEK_ONCE, seek);
        call(CALLS_SEEK_PARTICLES, seek * params.particles);
        call(CALLS_SEEK_ELEMENTS, seek * params.elements);
        call(CALLS_SEEK_AGAIN, 0);
        call(CALLS_SEEK_PAIRS, 0);
        state.substeps = if seek > 0 { 0.0 } else { state.substeps + 1.0 };
        state.found *= 1 - seek;
        return;
    }
    let pairs = state.found.min(params.capacity);
    let again = state.found > params.capacity;
    call(CALLS_SEEK_AGAIN, if again { params.elements } else { 0 });
    call(CALLS_SEEK_PAIRS, pairs);
    call(CALLS_PAIRS, pairs);
    call(
        CALLS_PARTICLES,
        if pairs > 0 { params.particles } else { 0 },
    );
    state.pairs = pairs;
    let most = &mut pass.status[STATUS_PAIRS as usize];
    *most = state.found.max(*most);
}
