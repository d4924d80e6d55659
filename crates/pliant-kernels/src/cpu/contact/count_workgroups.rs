//! CPU implementation of `shaders/contact/count_workgroups.comp`.

use crate::views::view::CountWorkgroups;
use pliant_passes::types::{
    CALLS_SEARCH_ELEMENTS, CALLS_SEARCH_LEAVES, CALLS_SEARCH_ONCE, CALLS_TRUNCATED_CANDIDATES,
    CALLS_TRUNCATED_PARTICLES, WORKGROUP,
};

pub(crate) fn count_workgroups(pass: &CountWorkgroups<'_>, at: usize) {
    if at > 0 {
        return;
    }
    let set = |call: u32, count: u32| {
        let workgroups = [count.div_ceil(WORKGROUP), 1, 1];
        pass.calls.set(call as usize, workgroups);
    };
    pass.state.update(0, |state| {
        let searching = state.stale != 0 || state.known == 0;
        state.searching = u32::from(searching);
        state.substeps = if searching { 0.0 } else { state.substeps + 1.0 };
        state.stale = 0;
        state.contacts = 0;
        if searching {
            (state.element_pairs, state.found) = (0, 0);
        }
        let elements = pass.params.elements;
        let each = |count: u32| if searching { count } else { 0 };
        set(CALLS_SEARCH_ONCE, each(1));
        set(CALLS_SEARCH_ELEMENTS, each(elements));
        set(CALLS_SEARCH_LEAVES, each(elements.div_ceil(8)));
        set(CALLS_TRUNCATED_CANDIDATES, 0);
        set(CALLS_TRUNCATED_PARTICLES, 0);
    });
}
