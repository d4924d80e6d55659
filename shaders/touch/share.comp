#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: its w, times the number of touches that press it (mass splitting).
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Ends { uint ends[]; };
FETCHED_UINT(2, Entries, entries);
FETCHED_FLOAT(3, Presses, presses);
FETCHED_VEC4(4, Velocities, velocity);
layout(set = 0, binding = 5, scalar) writeonly buffer Shares { float share[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Stale { uint stale[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || stale[STALE_ROUNDS] < params.fill) return;
    float pressing = 0.0;
    for (uint k = starts[i]; k < ends[i]; ++k) pressing += FETCH(presses, FETCH(entries, k).x / 4).x;
    share[i] = FETCH(velocity, i).w * pressing;
}
