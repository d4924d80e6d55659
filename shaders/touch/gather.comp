#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: those of its pairs that may push in this substep.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Entries { uint entries[]; };
FETCHED_FLOAT(2, Nears, near);
layout(set = 0, binding = 3, scalar) writeonly buffer Ends { uint ends[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Gathered { uint gathered[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    uint end = starts[i];
    for (uint k = starts[i]; k < starts[i + 1]; ++k) {
        const uint entry = entries[k];
        if (FETCH(near, entry / 4).x > 0.0) gathered[end++] = entry;
    }
    ends[i] = end;
}
