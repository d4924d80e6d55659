// Computes the boxes of a tree above its elements, level by level, in one workgroup. Needs `nodes` and "tree.glsl".

void join(uint below, uint size, uint first, uint node) {
    Bounds box = nodes[below + 8 * node];
    for (uint k = 8 * node + 1; k < min(8 * node + 8, size); ++k) {
        box.low = min(box.low, nodes[below + k].low);
        box.high = max(box.high, nodes[below + k].high);
    }
    nodes[first + node] = box;
}

// The tree's nodes begin at `start`.
void refit(uint start, uint count) {
    uint below = start;
    for (uint level = 1; level <= 10; ++level) {
        const uint size = level_size(count, level - 1);
        if (size <= 1) break;
        const uint first = below + size;
        const uint nodes_here = level_size(count, level);
        for (uint node = gl_LocalInvocationIndex; node < nodes_here; node += WORKGROUP) join(below, size, first, node);
        memoryBarrierBuffer();
        barrier();
        below = first;
    }
}
