#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: adds a third of the rest area of each triangle around it, and half of the rest length of each segment.
// Each triangle is in the list twice, so the cross product is divided by 12.
#include "bindings/build/lump_areas.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec3 here = rest[i].xyz;
    float sum = 0.0;
    for (uint k = starts[i]; k < starts[i + 1]; ++k) {
        const uvec3 entry = entries[k];
        const vec3 edge = rest[entry.x].xyz - here;
        sum += entry.y == NONE ? 0.5 * length(edge) : length(cross(edge, rest[entry.y].xyz - here)) / 12.0;
    }
    measure[i] = sum;
}
