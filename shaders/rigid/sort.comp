#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One workgroup: pairs of two boxes first, then all others, and how many workgroups find where they meet.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Colliders { Collider colliders[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Pairs { RigidPair pairs[]; };
layout(set = 0, binding = 3, scalar) coherent buffer Shares { uint shares[]; };
layout(set = 0, binding = 4, scalar) writeonly buffer Ordered { uint ordered[]; };
layout(set = 0, binding = 5, scalar) coherent buffer KindStarts { uint kind_starts[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Calls { uvec3 calls[]; };

#include "lane.glsl"

uint key(uint pair) {
    const uvec2 parts = pairs[pair].parts;
    return colliders[parts.x].shape == BOX && colliders[parts.y].shape == BOX ? 0 : 1;
}

#define KEYS 2
#define KEY_STARTS kind_starts
#include "order.glsl"

void main() {
    order(min(starts[params.parts], params.capacity));
    sync();
    if (lane < KEYS) calls[lane] = uvec3((kind_starts[lane + 1] - kind_starts[lane] + WORKGROUP - 1) / WORKGROUP, 1, 1);
}
