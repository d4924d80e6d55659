#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One constraint: an entry (constraint, end, 0) at each of its particles.
layout(push_constant, scalar) uniform Params { EndsParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Constraints { uint constraints[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 2, scalar) buffer Cursors { uint cursor[]; };
layout(set = 0, binding = 3, scalar) writeonly buffer Entries { uvec3 entries[]; };

void main() {
    const uint c = gl_GlobalInvocationID.x;
    if (c >= params.count) return;
    for (uint end = 0; end < params.ends; ++end) {
        const uint particle = constraints[c * params.stride + end];
        const uint rank = atomicAdd(cursor[particle], 1);
        if (params.fill != 0) entries[starts[particle] + rank] = uvec3(c, end, 0);
    }
}
