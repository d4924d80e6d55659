#version 460
#extension GL_GOOGLE_include_directive : require
// One leaf of the collider tree, of a free body: lists the colliders that it may collide with in this frame, first to count, then
// to fill. Sleeping bodies are listed with awake ones only.
#include "bindings/rigid/find_collider_pairs.glsl"

#include "math.glsl"
#include "rigid.glsl"
#include "filter.glsl"
#include "tree.glsl"
#include "disturb.glsl"

// Whether a joint excludes the collision of two colliders.
bool is_excluded(uint i, uint j) {
    bool found = false;
    for (uint k = excluded_starts[i]; k < excluded_starts[i + 1]; ++k) found = found || excluded[k] == j;
    return found;
}

bool may_be_moved(uint body) { return is_free(rigids[body]) || sleeps(rigids[body]); }

// Whether the body moves or may move.
bool may_move(uint body) { return !sleeps(rigids[body]) && motion_bounds[body].margin > 0.0; }

// Whether two colliders with overlapping boxes make a pair. A pair of two free bodies belongs to the first collider.
bool may_collide(uint i, uint j) {
    const uint body = parts[j].body;
    if (body == parts[i].body || parts[j].cut != 0 || (j < i && is_free(rigids[body]))) return false;
    if (sleeps(rigids[parts[i].body]) && may_be_moved(body)) return false;
    if (!may_move(body) && !may_move(parts[i].body)) return false;
    return filters_allow(colliders[i].filters, colliders[j].filters) && !is_excluded(i, j);
}

void main() {
    const uint leaf = gl_GlobalInvocationID.x;
    if (leaf >= params.parts) return;
    const uint i = order[leaf];
    const uint body = parts[i].body;
    const uint start = params.flag != 0 ? starts[i] : 0;
    const Bounds box = nodes[leaf];
    uint rank = 0;
    Walk walk = walk_from_top(0, params.parts);
    const uint steps = may_be_moved(body) && parts[i].cut == 0 ? tree_size(params.parts) : 0;
    for (uint step = 0; step < steps; ++step) {
        if (over(walk, params.parts)) break;
        const bool near = meet(nodes[walk.offset + walk.node], box);
        if (near && walk.level > 0) {
            into(walk, params.parts);
            continue;
        }
        const uint j = near ? order[walk.node] : i;
        if (near && may_collide(i, j)) {
            // An animated body comes near to a sleeping one.
            if (sleeps(rigids[body])) {
                if (params.flag != 0) disturb(body, DISTURBED_AT_ONCE);
                break;
            }
            if (params.flag != 0 && start + rank < params.capacity) found[start + rank] = RigidPair(uvec2(i, j), uvec2(body, parts[j].body));
            ++rank;
        }
        past(walk, params.parts);
    }
    if (params.flag == 0) counts[i] = rank;
    else if (leaf == 0) atomicMax(status[STATUS_RIGID_PAIRS], starts[params.parts]);
}
