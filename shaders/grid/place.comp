#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One entry of a bucket: its point goes to its place in the grid's order, by index among those of the bucket, so that
// nothing depends on the order in which threads filled it.
layout(push_constant, scalar) uniform Params { GridParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 1, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 2, scalar) readonly buffer HalfRadii { float half_radius[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Entries { uint entries[]; };
layout(set = 0, binding = 5, scalar) writeonly buffer Order { uint order[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Sorted { vec4 sorted[]; };

#include "grid.glsl"

void main() {
    const uint e = gl_GlobalInvocationID.x;
    if (e >= params.count) return;
    const uint i = entries[e];
    const vec3 x = position[i].xyz;
    const uint bucket = bucket_of(cell_of(x));
    const uint first = starts[bucket];
    const uint last = starts[bucket + 1];
    uint place = first;
    for (uint k = first; k < last; ++k) if (entries[k] < i) ++place;
    order[place] = i;
    sorted[place] = vec4(x, half_radius[body_of[i]]);
}
