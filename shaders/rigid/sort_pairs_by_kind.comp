#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: sorts pairs of two boxes before all others, and writes the workgroup counts of the two collision passes.
#include "bindings/rigid/sort_pairs_by_kind.glsl"

#include "lane.glsl"

uint key(uint pair) {
    const uvec2 parts = pairs[pair].parts;
    return colliders[parts.x].shape == BOX && colliders[parts.y].shape == BOX ? 0 : 1;
}

#define KEYS KINDS
#define KEY_STARTS kind_starts
#include "order.glsl"

void main() {
    order(min(starts[params.parts], params.capacity));
    sync();
    if (lane < KEYS) calls[lane] = uvec3((kind_starts[lane + 1] - kind_starts[lane] + WORKGROUP - 1) / WORKGROUP, 1, 1);
}
