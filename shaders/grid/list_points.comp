#version 460
#extension GL_GOOGLE_include_directive : require
// One point: counts it in its bucket, or writes it to the bucket.
// The fill decrements the counts, so that the cursors end at 0.
#include "bindings/grid/list_points.glsl"

#include "grid/cells.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const uint bucket = bucket_of(cell_of(position[i].xyz));
    if (params.stage == LIST_COUNT) {
        atomicAdd(cursor[bucket], 1);
    } else {
        const uint remaining = atomicAdd(cursor[bucket], NONE);
        entries[starts[bucket] + remaining - 1] = i;
    }
}
