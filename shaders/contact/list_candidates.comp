#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation takes some of the candidates, and writes each into the list of the element that found it. Places within a list
// depend on timing; contact/sort_candidates orders them.
#include "bindings/contact/list_candidates.glsl"

void main() {
    if (gl_GlobalInvocationID.x >= params.count) return;
    const uint candidates = state[0].found;
    if (candidates > params.candidates) {
        // The frame is repeated with a longer list.
        cursor[gl_GlobalInvocationID.x] = 0;
        return;
    }
    for (uint i = gl_GlobalInvocationID.x; i < candidates; i += params.count) {
        const FoundPair pair = found[i];
        const uint rank = atomicAdd(cursor[pair.element], -1) - 1;
        listed[starts[pair.element] + rank] = pair;
    }
}
