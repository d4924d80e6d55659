#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair, where pairs were sought anew: an entry 4·pair + corner at each of its particles.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
FETCHED_UVEC4(1, Corners, corners);
layout(set = 0, binding = 2, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 3, scalar) buffer Cursors { uint cursor[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Entries { uint entries[]; };
layout(set = 0, binding = 5, scalar) readonly buffer States { TouchState state[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[0] == 0 || i >= state[0].pairs) return;
    const uvec4 of = FETCH(corners, i);
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        const uint particle = of[k];
        const uint rank = atomicAdd(cursor[particle], 1);
        entries[starts[particle] + rank] = 4 * i + k;
    }
}
