#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One touch: C = (Σ weight x)·n − gap ≥ 0 and friction across n; what its parts are to be pushed by (docs/method.md, touches).
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Touching { uint touching[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Bodies { Body bodies[]; };
layout(set = 0, binding = 4, scalar) readonly buffer BodyOf { uint body_of[]; };
FETCHED_UVEC4(5, Corners, corners);
FETCHED_VEC4(6, Weights, weights);
FETCHED_VEC4(7, Normals, normals);
FETCHED_VEC4(8, Slips, slips);
FETCHED_FLOAT(9, Presses, presses);
FETCHED_FLOAT(10, Shares, share);
FETCHED_VEC4(11, Moved, moved);
layout(set = 0, binding = 12, scalar) buffer Lambdas { vec4 lambdas[]; };
layout(set = 0, binding = 13, scalar) writeonly buffer Pushes { vec4 pushes[]; };
layout(set = 0, binding = 14, scalar) readonly buffer Stale { uint stale[]; };

#include "friction.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].touching || stale[STALE_ROUNDS] < params.fill) return;
    const uint row = touching[i];
    const uvec4 ends = FETCH(corners, row);
    const vec4 u = FETCH(weights, row);
    const vec4 normal = FETCH(normals, row);
    vec3 gone = vec3(0.0);
    float w = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        gone += u[k] * FETCH(moved, ends[k]).xyz;
        w += u[k] * u[k] * FETCH(share, ends[k]).x;
    }
    if (FETCH(presses, row).x == 0.0 || w == 0.0) {
        pushes[row] = vec4(0.0);
        return;
    }
    const vec4 old = lambdas[row];
    const float along = dot(normal.xyz, gone);
    const float lambda = max(0.0, old.w - (normal.w + along) / w);
    const Coefficients pair = combine(bodies[body_of[ends.x]].coefficients, bodies[body_of[ends.w]].coefficients);
    const vec3 slid = gone - along * normal.xyz;
    const bool slow = length(w * old.xyz - slid) < frame[0].h * frame[0].rest_speed;
    // Rounds are few: what parts that hold each other slid in earlier substeps is taken back, or they would creep.
    const vec3 slipped = FETCH(slips, row).xyz;
    const vec3 slip = slipped - dot(slipped, normal.xyz) * normal.xyz;
    const vec3 wanted = old.xyz - (slid + slip) / w;
    const vec3 tangent = friction(slow ? resting(pair) : pair, wanted, lambda);
    pushes[row] = vec4((lambda - old.w) * normal.xyz + tangent - old.xyz, 0.0);
    lambdas[row] = vec4(tangent, lambda);
}
