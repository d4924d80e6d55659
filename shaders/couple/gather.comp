#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One push: adds it, or its share, to those of its body, in whole numbers: their sums do not depend on the order.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Pushes { RigidPush pushes[]; };
layout(set = 0, binding = 2, scalar) buffer Sums { CoupledSum sums[]; };

#include "whole.glsl"

void main() {
    const uint at = gl_GlobalInvocationID.x;
    if (at >= params.count) return;
    const RigidPush own = pushes[at];
    const uint b = own.body;
    if (b == NONE) return;
    if (own.share > 0.0) atomicAdd(sums[b].share, uint(ceil(own.share * float(WHOLE_SHARE))));
    if (own.push == vec3(0.0)) return;
    add_push(b, own.push, own.turn);
}
