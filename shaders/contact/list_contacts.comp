#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation takes some of the contacts, and writes an entry 4·row + corner into the list of each of their particles. Places
// within a list depend on timing; contact/sort_contacts orders them.
#include "bindings/contact/list_contacts.glsl"

#include "contact/contact_row.glsl"

void main() {
    if (gl_GlobalInvocationID.x >= params.count) return;
    const uint contacts = min(state[0].contacts, params.contacts);
    for (uint row = gl_GlobalInvocationID.x; row < contacts; row += params.count) {
        const uvec4 of = corners_of(row);
        [[unroll]] for (uint k = 0; k < 4; ++k) {
            const uint rank = atomicAdd(cursor[of[k]], -1) - 1;
            entries[starts[of[k]] + rank] = 4 * row + k;
        }
    }
}
