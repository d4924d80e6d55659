#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation: pulls the grabbed particle to its target by a compliant constraint, C = x − target.
#include "bindings/solve/drag_particle.glsl"

#include "include/features.glsl"

void main() {
    const uint i = frame[0].grabbed;
    if (gl_GlobalInvocationID.x >= params.count || i == NONE) return;
    const float w = velocity[i].w;
    if (w == 0.0) return;
    const vec3 old_lambda = params.keep_lambda * lambda[0].xyz;
    const vec3 change = (frame[0].target - position[i].xyz - displacement[i].xyz - frame[0].grab_compliance * old_lambda) / (w + frame[0].grab_compliance);
    displacement[i].xyz += w * change;
    if (JACOBI) current_position[i].xyz += w * change;
    lambda[0].xyz = old_lambda + change;
}
