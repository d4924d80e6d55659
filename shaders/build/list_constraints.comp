#version 460
#extension GL_GOOGLE_include_directive : require
// One constraint: adds an entry (constraint, end, 0) to the list of each of its particles.
#include "bindings/build/list_constraints.glsl"

void main() {
    const uint c = gl_GlobalInvocationID.x;
    if (c >= params.count) return;
    for (uint end = 0; end < params.ends; ++end) {
        const uint particle = constraints[c * params.stride + end];
        const uint rank = atomicAdd(cursor[particle], 1);
        if (params.stage == LIST_FILL) entries[starts[particle] + rank] = uvec3(c, end, 0);
    }
}
