#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair, where pairs were sought anew: an entry 4·pair + corner at each of its particles, twice: to count, then to fill.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Corners { uvec4 corners[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 3, scalar) buffer Cursors { uint cursor[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Entries { uint entries[]; };
layout(set = 0, binding = 5, scalar) readonly buffer States { TouchState state[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[0] == 0 || i >= state[0].pairs) return;
    for (uint k = 0; k < 4; ++k) {
        const uint particle = corners[i][k];
        const uint rank = atomicAdd(cursor[particle], 1);
        if (params.fill != 0) entries[starts[particle] + rank] = 4 * i + k;
    }
}
