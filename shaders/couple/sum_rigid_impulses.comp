#version 460
#extension GL_GOOGLE_include_directive : require
// One impulse: adds it, or its mass-splitting weight, to the sums of its body, in whole numbers: sums do not depend on the order.
#include "bindings/couple/sum_rigid_impulses.glsl"

// In units, clamped. A body with such a sum soon is not finite.
vec3 in_units(vec3 value, float unit) { return clamp(value / unit, vec3(-1e9), vec3(1e9)); }

ivec3 whole(vec3 units) { return ivec3(floor(units + 0.5)); }

ivec3 fine(vec3 units) { return whole((units - floor(units + 0.5)) * float(FINE_PARTS)); }

void add_impulse(uint b, vec3 by, vec3 angular) {
    const vec3 impulse = in_units(by, rigids[b].unit);
    const vec3 angular_impulse = in_units(angular, rigids[b].angular_unit);
    for (uint axis = 0; axis < 3; ++axis) {
        atomicAdd(sums[b].impulse[axis], whole(impulse)[axis]);
        atomicAdd(sums[b].impulse_fine[axis], fine(impulse)[axis]);
        atomicAdd(sums[b].angular_impulse[axis], whole(angular_impulse)[axis]);
        atomicAdd(sums[b].angular_impulse_fine[axis], fine(angular_impulse)[axis]);
    }
}

void main() {
    const uint at = gl_GlobalInvocationID.x;
    if (at >= params.count) return;
    const RigidImpulse own = impulses[at];
    const uint b = own.body;
    if (b == NONE) return;
    if (own.weight > 0.0) atomicAdd(sums[b].weight, uint(ceil(own.weight * float(WEIGHT_ONE))));
    if (own.impulse == vec3(0.0)) return;
    add_impulse(b, own.impulse, own.angular_impulse);
}
