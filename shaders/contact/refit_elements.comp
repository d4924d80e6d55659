#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup refits the bounding volume hierarchy (BVH) above the boxes of the elements, level by level. Each
// invocation computes some of the boxes of a level.
#include "bindings/contact/refit_elements.glsl"

#include "tree.glsl"

// The box around the children of a node.
Bounds join(uint below, uint size, uint node) {
    Bounds all = nodes[below + 8 * node];
    for (uint k = 8 * node + 1; k < min(8 * node + 8, size); ++k) {
        const Bounds child = nodes[below + k];
        all.low = min(all.low, child.low);
        all.high = max(all.high, child.high);
    }
    return all;
}

void main() {
    uint below = 0;
    for (uint level = 1; level <= 10; ++level) {
        const uint size = level_size(params.count, level - 1);
        if (size <= 1) break;
        const uint first = below + size;
        const uint level_nodes = level_size(params.count, level);
        for (uint node = gl_LocalInvocationIndex; node < level_nodes; node += WORKGROUP) {
            nodes[first + node] = join(below, size, node);
        }
        memoryBarrierBuffer();
        barrier();
        below = first;
    }
}
