//! CPU implementation of `shaders/contact/count_workgroups.comp`.

use crate::views::view::CountWorkgroups;
use pliant_passes::types::{
    AFTER_SOLVE, CALLS_AGAIN_ELEMENTS, CALLS_AGAIN_LEAVES, CALLS_AGAIN_ONCE, CALLS_AGAIN_PARTICLES,
    CALLS_CANDIDATES, CALLS_PARTICLES, CALLS_SEARCH_ELEMENTS, CALLS_SEARCH_LEAVES,
    CALLS_SEARCH_ONCE, CALLS_TRUNCATED_CANDIDATES, CALLS_TRUNCATED_PARTICLES, ContactState,
    STATUS_SEARCHES, WORKGROUP,
};

pub(crate) fn count_workgroups(pass: &CountWorkgroups<'_>, at: usize) {
    if at > 0 {
        return;
    }
    pass.state.update(0, |state| {
        if pass.params.stage == AFTER_SOLVE {
            begin_search(pass, state, 2);
        } else {
            begin_substep(pass, state);
        }
    });
}

fn begin_search(pass: &CountWorkgroups<'_>, state: &mut ContactState, searching: u32) {
    pass.status.add(STATUS_SEARCHES as usize, 1);
    *state = ContactState {
        searching,
        element_pairs: 0,
        found: 0,
        ..*state
    };
}

fn begin_substep(pass: &CountWorkgroups<'_>, state: &mut ContactState) {
    let searching = state.stale != 0 || state.known == 0;
    let listed = state.contacts > 0;
    (state.stale, state.contacts) = (0, 0);
    let candidates = if searching {
        begin_search(pass, state, 1);
        0
    } else {
        state.searching = 0;
        state.candidates
    };
    let set = |call: u32, count: u32| {
        let workgroups = [count.div_ceil(WORKGROUP), 1, 1];
        pass.calls.set(call as usize, workgroups);
    };
    let each = |used: bool, count: u32| if used { count } else { 0 };
    let (elements, any) = (pass.params.elements, listed || candidates > 0);
    set(CALLS_SEARCH_ONCE, each(searching, 1));
    set(CALLS_SEARCH_ELEMENTS, each(searching, elements));
    set(CALLS_SEARCH_LEAVES, each(searching, elements.div_ceil(8)));
    set(CALLS_CANDIDATES, candidates);
    set(CALLS_PARTICLES, each(any, pass.params.count));
    for later in [
        CALLS_TRUNCATED_CANDIDATES,
        CALLS_TRUNCATED_PARTICLES,
        CALLS_AGAIN_ONCE,
        CALLS_AGAIN_ELEMENTS,
        CALLS_AGAIN_LEAVES,
        CALLS_AGAIN_PARTICLES,
    ] {
        set(later, 0);
    }
}
