#version 460
#extension GL_GOOGLE_include_directive : require
// One leaf of the collider tree, of a free body: lists the colliders that it may collide with in this frame. It runs three times: to bound how far
// they may turn its body from its trajectory, to count, and to fill. Sleeping bodies are listed with awake ones only.
#include "bindings/rigid/find_collider_pairs.glsl"

#include "include/math.glsl"
#include "include/rotation.glsl"
#include "include/filter.glsl"
#include "include/tree.glsl"
#include "rigid/disturb.glsl"
#include "include/motion_bound.glsl"

// Whether a joint excludes the collision of two colliders.
bool is_excluded(uint i, uint j) {
    bool found = false;
    for (uint k = excluded_starts[i]; k < excluded_starts[i + 1]; ++k) found = found || excluded[k] == j;
    return found;
}

bool may_be_moved(uint body) { return is_free(rigids[body]) || sleeps(rigids[body]); }

// Whether the body moves or may move.
bool may_move(uint body) { return !sleeps(rigids[body]) && motion_bounds[body].margin > 0.0; }

// Whether two colliders make a pair where they collide.
bool may_collide(uint i, uint j) {
    const uint body = parts[j].body;
    if (body == parts[i].body || parts[j].cut != 0) return false;
    if (sleeps(rigids[parts[i].body]) && may_be_moved(body)) return false;
    if (!may_move(body) && !may_move(parts[i].body)) return false;
    return filters_allow(colliders[i].filters, colliders[j].filters) && !is_excluded(i, j);
}

// A pair of two free bodies belongs to the first collider.
bool belongs_to(uint i, uint j) { return i < j || !is_free(rigids[parts[j].body]); }

// Where the leaf's collider is expected. The boxes of those that no body carries hold all their poses of the frame.
Expected expected_of(uint i) {
    if (parts[i].carried == 0) return Expected(vec3(0.0), 0.0);
    const MotionBound bound = motion_bounds[parts[i].body];
    return params.stage == PAIRS_BOUND ? expected_within(bound, 0.0) : expected(bound);
}

// The box of the leaf's collider at the frame's start.
Bounds start_box(uint leaf) {
    const RigidCollider part = parts[order[leaf]];
    Bounds box = nodes[leaf];
    if (part.carried != 0) {
        const float margin = farthest(motion_bounds[part.body]);
        box = Bounds(box.low + margin, box.high - margin);
    }
    return box;
}

// Whether two boxes come within `reach` of each other while the first one is displaced by this relative to the second.
bool overlap_on_path(Bounds a, Bounds b, vec3 displacement, float reach) {
    const vec3 low = b.low - a.high - reach;
    const vec3 high = b.high - a.low + reach;
    // The part of the frame in which they overlap along all axes.
    float from = 0.0;
    float to = 1.0;
    for (uint axis = 0; axis < 3; ++axis) {
        if (displacement[axis] == 0.0 && (low[axis] > 0.0 || high[axis] < 0.0)) return false;
        if (displacement[axis] == 0.0) continue;
        const float enters = low[axis] / displacement[axis];
        const float leaves = high[axis] / displacement[axis];
        from = max(from, min(enters, leaves));
        to = min(to, max(enters, leaves));
    }
    return from <= to;
}

void main() {
    const uint leaf = gl_GlobalInvocationID.x;
    if (leaf >= params.colliders) return;
    const uint i = order[leaf];
    const uint body = parts[i].body;
    const uint start = params.stage == PAIRS_FILL ? starts[i] : 0;
    const Bounds box = nodes[leaf];
    const Bounds own = start_box(leaf);
    const Expected own_motion = expected_of(i);
    float deviation = 0.0;
    uint rank = 0;
    Walk walk = from_top(0, params.colliders);
    const bool walks = may_be_moved(body) && parts[i].cut == 0 && (params.stage != PAIRS_BOUND || own_motion.displacement != vec3(0.0));
    const uint steps = walks ? tree_size(params.colliders) : 0;
    for (uint step = 0; step < steps; ++step) {
        if (over(walk, params.colliders)) break;
        const bool near = overlaps(nodes[walk.offset + walk.node], box);
        if (near && walk.level > 0) {
            into_children(walk, params.colliders);
            continue;
        }
        const uint j = near ? order[walk.node] : i;
        if (near && may_collide(i, j) && (params.stage == PAIRS_BOUND || belongs_to(i, j))) {
            const Expected other = expected_of(j);
            const vec3 relative = own_motion.displacement - other.displacement;
            if (overlap_on_path(own, start_box(walk.node), relative, own_motion.reach + other.reach)) {
                // An animated body comes near to a sleeping one.
                if (sleeps(rigids[body])) {
                    if (params.stage == PAIRS_FILL) disturb(body, DISTURBED_AT_ONCE);
                    break;
                }
                if (params.stage == PAIRS_FILL && start + rank < params.capacity) found[start + rank] = RigidPair(uvec2(i, j), uvec2(body, parts[j].body));
                ++rank;
                deviation = max(deviation, length(relative));
            }
        }
        past(walk, params.colliders);
    }
    if (params.stage == PAIRS_BOUND && deviation > 0.0) atomicMax(motion_bounds[body].deviation, rounded_up(deviation));
    if (params.stage == PAIRS_COUNT) counts[i] = rank;
    if (params.stage == PAIRS_FILL && leaf == 0) atomicMax(status[STATUS_RIGID_PAIRS], starts[params.colliders]);
}
