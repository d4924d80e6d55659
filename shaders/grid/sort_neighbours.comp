#version 460
#extension GL_GOOGLE_include_directive : require
// GROUP entries of the list of a place: each goes behind as many as are smaller, which makes lists ascend.
#include "bindings/grid/sort_neighbours.glsl"

void main() {
    const uint groups = (params.capacity + GROUP - 1) / GROUP;
    if (gl_GlobalInvocationID.x >= params.count * groups) return;
    const uint own = gl_GlobalInvocationID.x % params.count;
    const uint first = GROUP * (gl_GlobalInvocationID.x / params.count);
    const uint length = counts[own];
    if (first >= length) return;
    uvec4 some[GROUP / 4];
    uvec4 smaller[GROUP / 4];
    [[unroll]] for (uint e = 0; e < GROUP; ++e) {
        some[e / 4][e % 4] = first + e < length ? found[(first + e) * params.count + own] : NONE;
        smaller[e / 4][e % 4] = 0;
    }
    for (uint k = 0; k < length; ++k) {
        const uvec4 other = uvec4(found[k * params.count + own]);
        [[unroll]] for (uint e = 0; e < GROUP / 4; ++e) smaller[e] += uvec4(lessThan(other, some[e]));
    }
    [[unroll]] for (uint e = 0; e < GROUP; ++e) {
        if (first + e < length) neighbours[smaller[e / 4][e % 4] * params.count + own] = some[e / 4][e % 4];
    }
}
