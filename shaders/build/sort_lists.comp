#version 460
#extension GL_GOOGLE_include_directive : require
// One list: insertion sort, so that results do not depend on the order in which threads filled it.
#include "bindings/build/sort_lists.glsl"

bool less(uvec3 a, uvec3 b) {
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const uint first = starts[i];
    const uint last = starts[i + 1];
    if (last - first > params.limit) {
        atomicAdd(overflow[0], 1);
        return;
    }
    for (uint k = first + 1; k < last; ++k) {
        const uvec3 entry = entries[k];
        uint hole = k;
        for (uint step = first; step < k; ++step) {
            const uvec3 previous = entries[hole - 1];
            if (!less(entry, previous)) break;
            entries[hole] = previous;
            --hole;
        }
        entries[hole] = entry;
    }
}
