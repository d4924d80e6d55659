#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation: the grabbed particle is pulled to its target through a compliant link, C = x − target.
#include "bindings/solve/drag_particle.glsl"

#include "features.glsl"

void main() {
    const uint i = frame[0].grabbed;
    if (gl_GlobalInvocationID.x >= params.count || i == NONE) return;
    const float w = velocity[i].w;
    if (w == 0.0) return;
    const vec3 held = params.keep * lambda[0].xyz;
    const vec3 change = (frame[0].target - position[i].xyz - displacement[i].xyz - frame[0].grab_compliance * held) / (w + frame[0].grab_compliance);
    displacement[i].xyz += w * change;
    if (JACOBI) current_position[i].xyz += w * change;
    lambda[0].xyz = held + change;
}
