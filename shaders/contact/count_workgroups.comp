#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation decides whether the substep searches, and writes indirect dispatch arguments, so that passes run no workgroups
// where they have nothing to do. After the solve it begins another search, where a particle moved beyond its allowance.
#include "bindings/contact/count_workgroups.glsl"

void set(uint call, uint count) { dispatch_arguments[call] = uvec3((count + WORKGROUP - 1) / WORKGROUP, 1, 1); }

void begin_search(uint searching) {
    atomicAdd(status[STATUS_SEARCHES], 1);
    state[0].searching = searching;
    state[0].element_pairs = 0;
    state[0].found = 0;
}

void begin_substep() {
    const bool searching = state[0].stale != 0 || state[0].known == 0;
    // Lists of contacts that are over become empty once.
    const bool was_listed = state[0].contacts > 0;
    state[0].stale = 0;
    state[0].contacts = 0;
    uint candidates = 0;
    if (searching) {
        begin_search(1);
    } else {
        state[0].searching = 0;
        candidates = state[0].candidates;
    }
    const bool any_listed = was_listed || candidates > 0;
    set(DISPATCH_SEARCH_ONCE, searching ? 1 : 0);
    set(DISPATCH_SEARCH_ELEMENTS, searching ? params.elements : 0);
    set(DISPATCH_SEARCH_LEAVES, searching ? (params.elements + 7) / 8 : 0);
    set(DISPATCH_CANDIDATES, candidates);
    set(DISPATCH_PARTICLES, any_listed ? params.count : 0);
    set(DISPATCH_TRUNCATED_CANDIDATES, 0);
    set(DISPATCH_TRUNCATED_PARTICLES, 0);
    set(DISPATCH_AGAIN_ONCE, 0);
    set(DISPATCH_AGAIN_ELEMENTS, 0);
    set(DISPATCH_AGAIN_LEAVES, 0);
    set(DISPATCH_AGAIN_PARTICLES, 0);
}

void main() {
    if (gl_GlobalInvocationID.x > 0) return;
    if (params.stage == AFTER_SOLVE) begin_search(2);
    else begin_substep();
}
