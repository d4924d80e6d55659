#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: adds the pushes of its intersections to its displacement, as contact/apply_contacts does with Jacobi, or to its
// velocity.
#include "bindings/intersection/apply_intersections.glsl"

#include "include/features.glsl"
#include "intersection/constraint.glsl"

// The sum of the corrections of a particle by its intersections.
vec3 pulled(uint particle) {
    vec3 sum = vec3(0.0);
    for (uint k = starts[particle]; k < starts[particle + 1]; ++k) {
        const uint row = entries[k] / INTERSECTION_CORNERS;
        sum += weight_of(pulls[row], entries[k] % INTERSECTION_CORNERS) * pushes[row];
    }
    return sum;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec3 push = velocity[i].w * pulled(i);
    if (push == vec3(0.0)) return;
    if (params.velocities != 0) {
        velocity[i].xyz += push;
        return;
    }
    const vec3 d = displacement[i].xyz + push;
    displacement[i].xyz = d;
    if (!JACOBI) return;
    displacement_before[i].xyz += push;
    current_position[i].xyz = position[i].xyz + d;
}
