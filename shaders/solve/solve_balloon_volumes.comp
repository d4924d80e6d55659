#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: a balloon's volume V = (1/3) Σ x·g, and Δλ of C = V − target [MHHR07, §4.4; MMC16, eqs 18, 26].
// Since Σ g = 0, x may be relative to any point; the position of a member preserves precision.
#include "bindings/solve/solve_balloon_volumes.glsl"

#include "include/reduce.glsl"

void main() {
    const Balloon balloon = balloons[gl_WorkGroupID.x];
    const Material material = materials[balloon.material];
    const uint center = members[balloon.first].x;
    vec4 partial = vec4(0.0);
    for (uint k = gl_LocalInvocationIndex; k < balloon.count; k += WORKGROUP) {
        const uint i = members[balloon.first + k].x;
        const vec3 g = gradient[balloon.first + k];
        const vec3 d = displacement[i].xyz;
        const vec3 x = (position[i].xyz - position[center].xyz) + (d - displacement[center].xyz);
        partial.xyz += vec3(dot(x, g), velocity[i].w * dot(g, g), dot(g, d));
    }
    const vec4 sum = sum_of_workgroup(partial);
    if (gl_LocalInvocationIndex != 0) return;
    const float old_lambda = params.keep_lambda * volume_lambda[gl_WorkGroupID.x].x;
    const float r = balloon.volume - sum.x / 3.0 - material.compliance * old_lambda - material.damping * sum.z;
    const float denominator = (1.0 + material.damping) * sum.y + material.compliance;
    const float change = denominator > 0.0 ? r / denominator : 0.0;
    volume_lambda[gl_WorkGroupID.x] = vec2(old_lambda + change, change);
}
