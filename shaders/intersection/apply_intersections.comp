#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: goes where the crossings that share it draw it; with Jacobi as contact/apply_contacts does.
#include "bindings/intersection/apply_intersections.glsl"

#include "features.glsl"
#include "intersection_correction.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec3 push = velocity[i].w * pulled(i);
    if (push == vec3(0.0)) return;
    const vec3 d = displacement[i].xyz + push;
    displacement[i].xyz = d;
    if (!JACOBI) return;
    displacement_before[i].xyz += push;
    current_position[i].xyz = position[i].xyz + d;
}
