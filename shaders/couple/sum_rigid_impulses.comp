#version 460
#extension GL_GOOGLE_include_directive : require
// One impulse: adds it, or its mass-splitting weight, to the sums of its body, in whole numbers: sums do not depend on the order.
#include "bindings/couple/sum_rigid_impulses.glsl"

#include "add_impulse.glsl"

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
