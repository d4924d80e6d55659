#version 460
#extension GL_GOOGLE_include_directive : require
// One entry of a bucket: writes its point to its index in the grid order.
// Points of a bucket are ordered by number, so that results do not depend on the order in which threads filled it.
#include "bindings/grid/order_points.glsl"

#include "grid/cells.glsl"

void main() {
    const uint e = gl_GlobalInvocationID.x;
    if (e >= params.count) return;
    const uint i = entries[e];
    const vec3 x = position[i].xyz;
    const uint bucket = bucket_of(cell_of(x));
    const uint first = starts[bucket];
    const uint last = starts[bucket + 1];
    uint index = first;
    for (uint k = first; k < last; ++k) if (entries[k] < i) ++index;
    order[index] = i;
    sorted_position[index] = vec4(x, half_radius[body_of[i]]);
}
