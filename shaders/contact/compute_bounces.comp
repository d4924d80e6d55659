#version 460
#extension GL_GOOGLE_include_directive : require
// One touch that came fast, or was deep: where it pushed it leaves the normal velocity of an impact, so none is made by the correction itself. What presses
// slowly has come to rest with that.
#include "bindings/contact/compute_bounces.glsl"
// −1: it bounced.
// Whether any of a particle's touches did.

#include "friction.glsl"
#include "coefficients.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].bouncing) return;
    const uint row = bouncing[i];
    if (FETCH(lambdas, row).w == 0.0) return;
    const uvec4 ends = FETCH(corners, row);
    const vec4 u = FETCH(weights, row);
    const vec3 normal = FETCH(normals, row).xyz;
    float leaving = 0.0;
    float w = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        leaving += u[k] * dot(normal, FETCH(velocity, ends[k]).xyz);
        w += u[k] * u[k] * FETCH(share, ends[k]).x;
        atomicOr(bounced[ends[k]], 1);
    }
    const float approach = FETCH(opens, row).y / frame[0].h;
    const Coefficients pair = combine(coefficients_of(ends.x), coefficients_of(ends.w));
    const float wanted = approach < -frame[0].rest_speed ? -pair.restitution * approach : 0.0;
    pushes[row].xyz = ((wanted - leaving) / w) * normal;
    presses[row] = -1.0;
}
