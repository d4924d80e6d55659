#version 460
#extension GL_GOOGLE_include_directive : require
// One particle, where few stir: listed if touches were detected anew among some of its pairs. The pass behind it is long, and software drivers go through all of it
// for whom it has nothing to do.
#include "bindings/contact/list_dirty_particles.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || state[0].anew != 0 || renewed[i] == 0) return;
    found[atomicAdd(state[0].renewed, 1)] = i;
}
