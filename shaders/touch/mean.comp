#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One workgroup: counts the substeps since pairs were sought. Where they are sought anew, finds how far all particles go
// together: a pair comes no closer by that.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 2, scalar) buffer States { TouchState state[]; };

#include "reduce.glsl"

void main() {
    if (stale[0] == 0) {
        if (gl_LocalInvocationIndex == 0) state[0].substeps += 1.0;
        return;
    }
    vec4 sum = vec4(0.0);
    for (uint i = gl_LocalInvocationIndex; i < params.count; i += WORKGROUP) sum += vec4(moved[i].xyz, 1.0);
    sum = sum_of_workgroup(sum);
    if (gl_LocalInvocationIndex == 0) {
        state[0].drift = sum.xyz / sum.w;
        state[0].substeps = 0.0;
        state[0].found = 0;
    }
}
