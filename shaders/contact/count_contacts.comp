#version 460
#extension GL_GOOGLE_include_directive : require
// One touch: counted where it pushed.
#include "bindings/contact/count_contacts.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < state[0].active_contacts && FETCH(lambdas, FETCH(active_contacts, i).x).w > 0.0) atomicAdd(status[STATUS_DEFORMABLE_CONTACTS], 1);
}
