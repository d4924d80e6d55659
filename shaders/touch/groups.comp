#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One group of eight surface elements, the box of which is a node of the tree, where pairs are sought anew: the groups up to it that
// any of its elements may be near to, wherever there is room.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
FETCHED_UVEC4(1, Elements, elements);
layout(set = 0, binding = 2, scalar) readonly buffer Bodies { TouchBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
FETCHED_VEC2(4, Nodes, nodes);
layout(set = 0, binding = 5, scalar) writeonly buffer Found { uvec2 found[]; };
layout(set = 0, binding = 6, scalar) buffer States { TouchState state[]; };

#include "tree.glsl"
#include "fetched_box.glsl"

// Behind the last element that one of the group's meets.
uint behind(uint g) {
    const uint last = min(8 * g + 7, params.count - 1);
    const uint body = body_of[FETCH(elements, last).x];
    const bool several = bodies[body].first > 8 * g;
    return several || bodies[body].itself != 0 ? last + 1 : bodies[body].first;
}

void main() {
    const uint g = gl_GlobalInvocationID.x;
    if (8 * g >= params.count || stale[0] == 0) return;
    const uint end = behind(g);
    const Bounds box = box_at(params.count > 1 ? params.count + g : 0);
    Walk walk = walk_from_top(0, params.count);
    for (uint step = 0; step < 65536; ++step) {
        if (over(walk, params.count) || (walk.node << (3 * walk.level)) >= end) break;
        const bool near = meet(box_at(walk.offset + walk.node), box);
        if (near && walk.level > 1) {
            into(walk, params.count);
            continue;
        }
        if (near) {
            const uint at = atomicAdd(state[0].groups, 1);
            if (at < params.capacity) found[at] = uvec2(g, walk.node);
        }
        past(walk, params.count);
    }
}
