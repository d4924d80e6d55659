#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: its w, times the number of touches that press it (mass splitting). They are counted where they are others than before.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Ends { uint ends[]; };
FETCHED_UINT(2, Entries, entries);
FETCHED_FLOAT(3, Presses, presses);
FETCHED_VEC4(4, Velocities, velocity);
layout(set = 0, binding = 5, scalar) writeonly buffer Shares { float share[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 7, scalar) buffer Changed { uint changed[]; };
layout(set = 0, binding = 8, scalar) buffer Pressing { float pressing[]; };
layout(set = 0, binding = 9, scalar) readonly buffer States { TouchState state[]; };

float count(uint i) {
    float sum = 0.0;
    for (uint k = starts[i]; k < ends[i]; ++k) sum += FETCH(presses, FETCH(entries, k).x / 4).x;
    return sum;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || state[0].paired == 0 || stale[STALE_ROUNDS] < params.round) return;
    // Software drivers go through what is behind a condition even where it does not hold, but not through loops.
    for (; changed[i] != 0; changed[i] = 0) pressing[i] = count(i);
    share[i] = FETCH(velocity, i).w * pressing[i];
}
