#version 460
#extension GL_GOOGLE_include_directive : require
// One group of eight surface elements, the box of which is a node of the tree, where pairs are sought anew: the groups up to it that
// any of its elements may be near to, wherever there is room. Where pairs are not sought everywhere, those of a group with fresh elements, before it or behind.
#include "bindings/contact/find_leaf_pairs.glsl"

#include "tree.glsl"
#include "fetched_box.glsl"

// Behind the last element that one of the group's meets.
uint behind(uint g) {
    const uint last = min(8 * g + 7, params.count - 1);
    const uint body = body_of[FETCH(elements, last).x];
    const bool several = bodies[body].first > 8 * g;
    return several || bodies[body].itself != 0 ? last + 1 : bodies[body].first;
}

bool is_fresh(uint g) {
    uint any_is = 0;
    for (uint e = 8 * g; e < min(8 * g + 8, params.count); ++e) any_is |= fresh[e];
    return any_is != 0;
}

void main() {
    const uint g = gl_GlobalInvocationID.x;
    if (8 * g >= params.count || stale[0] == 0) return;
    const bool whole = state[0].whole != 0;
    if (!whole && !is_fresh(g)) return;
    const uint end = whole ? behind(g) : params.count;
    const Bounds box = box_at(params.count > 1 ? params.count + g : 0);
    Walk walk = walk_from_top(0, params.count);
    for (uint step = 0; step < 65536; ++step) {
        if (over(walk, params.count) || (walk.node << (3 * walk.level)) >= end) break;
        const bool near = meet(box_at(walk.offset + walk.node), box);
        if (near && walk.level > 1) {
            into(walk, params.count);
            continue;
        }
        // Of two groups with fresh elements the later one finds both.
        if (near && (walk.node <= g || !is_fresh(walk.node))) {
            const uint at = atomicAdd(state[0].groups, 1);
            if (at < params.capacity) found[at] = uvec2(max(g, walk.node), min(g, walk.node));
        }
        past(walk, params.count);
    }
}
