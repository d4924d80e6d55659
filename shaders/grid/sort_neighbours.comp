#version 460
#extension GL_GOOGLE_include_directive : require
// GROUP entries of the neighbour list of a point: each entry moves to its rank, the number of smaller entries.
// Lists are then in ascending order.
#include "bindings/grid/sort_neighbours.glsl"

void main() {
    const uint groups = (params.capacity + GROUP - 1) / GROUP;
    if (gl_GlobalInvocationID.x >= params.count * groups) return;
    const uint own = gl_GlobalInvocationID.x % params.count;
    const uint first = GROUP * (gl_GlobalInvocationID.x / params.count);
    const uint length = counts[own];
    if (first >= length) return;
    uvec4 entries[GROUP / 4];
    uvec4 rank[GROUP / 4];
    [[unroll]] for (uint e = 0; e < GROUP; ++e) {
        entries[e / 4][e % 4] = first + e < length ? found[(first + e) * params.count + own] : NONE;
        rank[e / 4][e % 4] = 0;
    }
    for (uint k = 0; k < length; ++k) {
        const uvec4 other = uvec4(found[k * params.count + own]);
        [[unroll]] for (uint e = 0; e < GROUP / 4; ++e) rank[e] += uvec4(lessThan(other, entries[e]));
    }
    [[unroll]] for (uint e = 0; e < GROUP; ++e) {
        if (first + e < length) neighbours[rank[e / 4][e % 4] * params.count + own] = entries[e / 4][e % 4];
    }
}
