#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: goes no further than its pairs let it, beyond the way of all; in the last round, none goes further than any
// pair lets its own.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Entries { uint entries[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Limits { float limit[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Leasts { uint least[]; };
layout(set = 0, binding = 4, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 5, scalar) buffer Moved { vec4 moved[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    const float all = uintBitsToFloat(least[params.fill]);
    if (i >= params.count || all == 1.0) return;
    float own = all;
    if (params.fill + 1 < GUARDS) {
        own = 1.0;
        for (uint k = starts[i]; k < starts[i + 1]; ++k) own = min(own, limit[entries[k] / 4]);
    }
    if (own < 1.0) moved[i].xyz = mix(state[0].drift, moved[i].xyz, own);
}
