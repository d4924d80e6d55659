#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One touch: where it pushed it leaves the normal velocity of an impact, so none is made by the correction itself. What its
// parts slid adds up to no more than friction can hold.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Touching { uint touching[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Bodies { Body bodies[]; };
layout(set = 0, binding = 4, scalar) readonly buffer BodyOf { uint body_of[]; };
FETCHED_UVEC4(5, Corners, corners);
FETCHED_VEC4(6, Weights, weights);
FETCHED_VEC4(7, Normals, normals);
FETCHED_VEC2(8, Opens, opens);
FETCHED_VEC4(9, Lambdas, lambdas);
FETCHED_FLOAT(10, Shares, share);
FETCHED_VEC4(11, Velocities, velocity);
layout(set = 0, binding = 12, scalar) buffer Slips { vec4 slips[]; };
layout(set = 0, binding = 13, scalar) writeonly buffer Pushes { vec4 pushes[]; };
layout(set = 0, binding = 14, scalar) buffer Statuses { uint status[]; };

#include "friction.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].touching) return;
    const uint row = touching[i];
    const float lambda = FETCH(lambdas, row).w;
    if (lambda == 0.0) {
        pushes[row].xyz = vec3(0.0);
        slips[row].xyz = vec3(0.0);
        return;
    }
    const uvec4 ends = FETCH(corners, row);
    const vec4 u = FETCH(weights, row);
    const vec3 normal = FETCH(normals, row).xyz;
    vec3 leaving = vec3(0.0);
    float w = 0.0;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        leaving += u[k] * FETCH(velocity, ends[k]).xyz;
        w += u[k] * u[k] * FETCH(share, ends[k]).x;
    }
    const float approach = FETCH(opens, row).y / frame[0].h;
    const Coefficients pair = combine(bodies[body_of[ends.x]].coefficients, bodies[body_of[ends.w]].coefficients);
    const float wanted = approach < -frame[0].rest_speed ? -pair.restitution * approach : 0.0;
    pushes[row].xyz = ((wanted - dot(normal, leaving)) / w) * normal;
    const vec3 slid = frame[0].h * (leaving - dot(normal, leaving) * normal);
    slips[row].xyz = w * friction(pair, (slips[row].xyz + slid) / w, lambda);
    if (params.fill != 0) atomicAdd(status[STATUS_TOUCHES], 1);
}
