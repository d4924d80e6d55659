#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: changes its velocity by the external force of this frame. A pinned particle stays.
#include "bindings/particles/apply_forces.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const float w = velocity[i].w;
    if (w <= 0.0) return;
    const precise vec3 change = frame[0].h * w * forces[i];
    const precise vec3 changed = velocity[i].xyz + change;
    velocity[i].xyz = changed;
}
