#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: a balloon's volume V = (1/3) Σ x·g, and Δλ of C = V − target [MHHR07, §4.4; MMC16, eqs 18, 26]. As Σ g = 0,
// x may be taken from any point; a member's own place keeps the digits.
#include "bindings/solve/solve_balloon_volumes.glsl"

#include "reduce.glsl"

void main() {
    const Balloon balloon = balloons[gl_WorkGroupID.x];
    const Material material = materials[balloon.material];
    const uint center = members[balloon.first].x;
    vec4 share = vec4(0.0);
    for (uint k = gl_LocalInvocationIndex; k < balloon.count; k += WORKGROUP) {
        const uint i = members[balloon.first + k].x;
        const vec3 g = gradient[balloon.first + k];
        const vec3 d = displacement[i].xyz;
        const vec3 x = (position[i].xyz - position[center].xyz) + (d - displacement[center].xyz);
        share.xyz += vec3(dot(x, g), velocity[i].w * dot(g, g), dot(g, d));
    }
    const vec4 sum = sum_of_workgroup(share);
    if (gl_LocalInvocationIndex != 0) return;
    const float held = params.keep * inflation[gl_WorkGroupID.x].x;
    const float r = balloon.volume - sum.x / 3.0 - material.compliance * held - material.damping * sum.z;
    const float row = (1.0 + material.damping) * sum.y + material.compliance;
    const float change = row > 0.0 ? r / row : 0.0;
    inflation[gl_WorkGroupID.x] = vec2(held + change, change);
}
