#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: its velocity after the crossings that share it.
#include "bindings/intersection/apply_intersection_damping.glsl"

#include "intersection_correction.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < params.count) velocity[i].xyz += velocity[i].w * pulled(i);
}
