//! CPU implementation of `shaders/contact/count_workgroups.comp`.

use crate::views::view::CountWorkgroups;
use pliant_passes::types::{
    AFTER_SOLVE, ContactState, DISPATCH_AGAIN_ELEMENTS, DISPATCH_AGAIN_LEAVES, DISPATCH_AGAIN_ONCE,
    DISPATCH_AGAIN_PARTICLES, DISPATCH_CANDIDATES, DISPATCH_PARTICLES, DISPATCH_SEARCH_ELEMENTS,
    DISPATCH_SEARCH_LEAVES, DISPATCH_SEARCH_ONCE, DISPATCH_TRUNCATED_CANDIDATES,
    DISPATCH_TRUNCATED_PARTICLES, STATUS_SEARCHES, WORKGROUP,
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
        pass.dispatch_arguments.set(call as usize, workgroups);
    };
    let each = |used: bool, count: u32| if used { count } else { 0 };
    let (elements, any) = (pass.params.elements, listed || candidates > 0);
    set(DISPATCH_SEARCH_ONCE, each(searching, 1));
    set(DISPATCH_SEARCH_ELEMENTS, each(searching, elements));
    set(
        DISPATCH_SEARCH_LEAVES,
        each(searching, elements.div_ceil(8)),
    );
    set(DISPATCH_CANDIDATES, candidates);
    set(DISPATCH_PARTICLES, each(any, pass.params.count));
    for later in [
        DISPATCH_TRUNCATED_CANDIDATES,
        DISPATCH_TRUNCATED_PARTICLES,
        DISPATCH_AGAIN_ONCE,
        DISPATCH_AGAIN_ELEMENTS,
        DISPATCH_AGAIN_LEAVES,
        DISPATCH_AGAIN_PARTICLES,
    ] {
        set(later, 0);
    }
}
