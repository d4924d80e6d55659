#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation decides whether the substep searches, and writes the indirect dispatch arguments of the search, so that the
// passes of the search run no workgroups where it does not.
#include "bindings/contact/count_workgroups.glsl"

void set(uint call, uint count) { calls[call] = uvec3((count + WORKGROUP - 1) / WORKGROUP, 1, 1); }

void main() {
    if (gl_GlobalInvocationID.x > 0) return;
    const bool searching = state[0].stale != 0 || state[0].known == 0;
    state[0].searching = searching ? 1 : 0;
    state[0].substeps = searching ? 0.0 : state[0].substeps + 1.0;
    state[0].stale = 0;
    state[0].contacts = 0;
    state[0].least = uvec3(floatBitsToUint(1.0));
    if (searching) {
        state[0].element_pairs = 0;
        state[0].found = 0;
    }
    set(CALLS_SEARCH_ONCE, searching ? 1 : 0);
    set(CALLS_SEARCH_ELEMENTS, searching ? params.elements : 0);
    set(CALLS_SEARCH_LEAVES, searching ? (params.elements + 7) / 8 : 0);
    set(CALLS_TRUNCATED_CANDIDATES, 0);
    set(CALLS_TRUNCATED_PARTICLES, 0);
}
