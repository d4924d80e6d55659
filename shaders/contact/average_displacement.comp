#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup, where pairs are sought everywhere: how far all particles go together, as a pair comes no closer by that. Where some are
// pinned, they do not; nor where that is next to nothing, so that what rests is not sought everywhere.
#include "bindings/contact/average_displacement.glsl"

#include "reduce.glsl"

void main() {
    if (stale[0] == 0 || state[0].whole == 0) return;
    vec4 sum = vec4(0.0);
    for (uint i = gl_LocalInvocationIndex; i < params.count; i += WORKGROUP) sum += vec4(displacement[i].xyz, displacement[i].w > 0.0);
    sum = sum_of_workgroup(sum);
    if (gl_LocalInvocationIndex > 0) return;
    const vec3 mean = sum.xyz / float(params.count);
    const bool together = sum.w == float(params.count) && length(mean) > params.together;
    state[0].drift = together ? mean : vec3(0.0);
}
