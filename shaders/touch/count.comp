#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One touch: counted where it pushed.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
FETCHED_UINT(1, Touching, touching);
FETCHED_VEC4(2, Lambdas, lambdas);
layout(set = 0, binding = 3, scalar) buffer Statuses { uint status[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < state[0].touching && FETCH(lambdas, FETCH(touching, i).x).w > 0.0) atomicAdd(status[STATUS_TOUCHES], 1);
}
