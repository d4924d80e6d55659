#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: goes no further than its pairs let it, beyond the way of all, and no faster; in the last round, none goes further than
// any pair lets its own.
#include "bindings/contact/truncate.glsl"

#include "advance.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    const float all = uintBitsToFloat(least[params.round]);
    if (i >= params.count || all == 1.0) return;
    float own = all;
    if (params.round + 1 < GUARDS) {
        own = 1.0;
        for (uint k = starts[i]; k < starts[i + 1]; ++k) own = min(own, limit[entries[k] / 4]);
    }
    if (own == 1.0) return;
    displacement[i].xyz = mix(state[0].drift, displacement[i].xyz, own);
    velocity[i].xyz = mix(state[0].drift / frame[0].h, velocity[i].xyz, own);
    advance(i, start_position[i].xyz, displacement[i].xyz);
}
