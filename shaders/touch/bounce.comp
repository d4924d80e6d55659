#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One touch that came fast, or was deep: where it pushed it leaves the normal velocity of an impact, so none is made by the correction itself. What presses
// slowly has come to rest with that.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Bouncing { uint bouncing[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Frames { Frame frame[]; };
FETCHED_UVEC4(3, CoefficientsOf, coefficients);
FETCHED_UINT(4, BodyOf, body_of);
FETCHED_UVEC4(5, Corners, corners);
FETCHED_VEC4(6, Weights, weights);
FETCHED_VEC4(7, Normals, normals);
FETCHED_VEC2(8, Opens, opens);
FETCHED_VEC4(9, Lambdas, lambdas);
FETCHED_FLOAT(10, Shares, share);
FETCHED_VEC4(11, Velocities, velocity);
layout(set = 0, binding = 12, scalar) writeonly buffer Pushes { vec4 pushes[]; };
// −1: it bounced.
layout(set = 0, binding = 13, scalar) writeonly buffer Presses { float presses[]; };
// Whether any of a particle's touches did.
layout(set = 0, binding = 14, scalar) buffer Bounced { uint bounced[]; };

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
