#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One push: adds it, or its share, to those of its body, in whole numbers: their sums do not depend on the order.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Pushes { RigidPush pushes[]; };
layout(set = 0, binding = 2, scalar) buffer Sums { CoupledSum sums[]; };

// In units; what is out of all bounds stops there, and its body is soon not finite.
vec3 in_units(vec3 value, float unit) { return clamp(value / unit, vec3(-1e9), vec3(1e9)); }

ivec3 whole(vec3 units) { return ivec3(floor(units + 0.5)); }

ivec3 parts(vec3 units) { return whole((units - floor(units + 0.5)) * float(FINE_PARTS)); }

void main() {
    const uint at = gl_GlobalInvocationID.x;
    if (at >= params.count) return;
    const RigidPush own = pushes[at];
    const uint b = own.body;
    if (b == NONE) return;
    if (own.share > 0.0) atomicAdd(sums[b].share, uint(ceil(own.share * float(WHOLE_SHARE))));
    if (own.push == vec3(0.0)) return;
    const vec3 push = in_units(own.push, rigids[b].unit);
    const vec3 turn = in_units(own.turn, rigids[b].turn_unit);
    for (uint axis = 0; axis < 3; ++axis) {
        atomicAdd(sums[b].push[axis], whole(push)[axis]);
        atomicAdd(sums[b].push_fine[axis], parts(push)[axis]);
        atomicAdd(sums[b].turn[axis], whole(turn)[axis]);
        atomicAdd(sums[b].turn_fine[axis], parts(turn)[axis]);
    }
}
