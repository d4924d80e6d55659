#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation takes some of the pairs of elements, and finds their candidates: feature pairs that can come within the contact
// distance before the next search. A feature that several elements share belongs to one of them, so each pair is found once.
#include "bindings/contact/find_candidates.glsl"

#include "contact/deformable_contact.glsl"
#include "contact/approach.glsl"

vec3 position_of(uint particle) { return FETCH(references, particle).xyz; }

#include "contact/facing.glsl"
#include "contact/feature_pairs.glsl"

// The corners of both elements.
vec3 x_one[3];
vec3 x_other[3];

void load_corners(uvec4 one, uvec4 other) {
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        x_one[k] = position_of(one[k] == NONE ? one.y : one[k]);
        x_other[k] = position_of(other[k] == NONE ? other.y : other[k]);
    }
}

// One of three, without an index, for which software drivers would use memory.
vec3 corner(vec3 x[3], uint k) { return k == 0 ? x[0] : k == 1 ? x[1] : x[2]; }

// Whether features share a particle, or have two that are tied to each other.
bool are_tied(uvec4 of, bool point) {
    const uvec4 group = uvec4(groups[of.x], groups[of.y], groups[of.z], groups[of.w]);
    return any(equal(group.xx, group.zw)) || (point ? group.x == group.y : any(equal(group.yy, group.zw)));
}

// Whether the boxes of two features on their ways are near enough, which takes less time than to find their nearest points.
bool boxes_are_near(vec3 low, vec3 high, vec3 other_low, vec3 other_high, Closeness close) {
    const vec3 far = vec3((1.0 + CONTACT_MARGIN) * close.gap + close.deviation);
    return all(lessThanEqual(low + min(close.way, vec3(0.0)) - far, other_high + max(close.other_way, vec3(0.0))))
        && all(lessThanEqual(other_low + min(close.other_way, vec3(0.0)), high + max(close.way, vec3(0.0)) + far));
}

bool are_near(uint kind, vec3 x[4], Closeness close) {
    bool near = false;
    const bool point = kind == POINT_TRIANGLE;
    const vec3 low = point ? x[0] : min(x[0], x[1]);
    const vec3 high = point ? x[0] : max(x[0], x[1]);
    const vec3 other_low = point ? min(x[1], min(x[2], x[3])) : min(x[2], x[3]);
    const vec3 other_high = point ? max(x[1], max(x[2], x[3])) : max(x[2], x[3]);
    // A loop, since software drivers run both sides of a branch.
    for (uint once = boxes_are_near(low, high, other_low, other_high, close) ? 1 : 0; once != 0; --once) {
        const vec3 separation = nearest(kind, x).separation;
        near = length(separation) <= (1.0 + CONTACT_MARGIN) * close.gap + approach_along(close, separation);
    }
    return near;
}

bool point_is_near(uint key, Closeness close) {
    const bool first = key < 3;
    vec3 x[4];
    x[0] = first ? corner(x_one, key) : corner(x_other, key - 3);
    [[unroll]] for (uint k = 0; k < 3; ++k) x[k + 1] = first ? x_other[k] : x_one[k];
    return are_near(POINT_TRIANGLE, x, turned(close, key));
}

bool edge_is_near(uint key, Closeness close) {
    const uint j = key / 3;
    const uint k = key % 3;
    const vec3 own[2] = { corner(x_one, k), corner(x_one, (k + 1) % 3) };
    const vec3 others[2] = { corner(x_other, j), corner(x_other, (j + 1) % 3) };
    return are_near(EDGE_EDGE, vec3[4](own[0], own[1], others[0], others[1]), close);
}

// Bits of the keys of features that are near each other and not tied.
uint near_keys(uvec4 one, uvec4 other, Closeness close) {
    const uint keys = feature_keys(one, other);
    uint near = 0;
    for (uint left = keys & 63u; left != 0; left &= left - 1) {
        const uint key = findLSB(left);
        if (!are_tied(point_corners(one, other, key), true) && point_is_near(key, close)) near |= 1u << key;
    }
    for (uint left = keys >> 6; left != 0; left &= left - 1) {
        const uint key = findLSB(left);
        if (!are_tied(edge_corners(one, other, key), false) && edge_is_near(key, close)) near |= 64u << key;
    }
    return near;
}

// Whether the pair is two points that a link or an edge joins. The list begins with the starts of the particles' lists.
bool are_linked(uvec4 of) {
    if (of.x != of.y || of.z != of.w) return false;
    bool any_is = false;
    for (uint k = linked[of.x]; k < linked[of.x + 1]; ++k) any_is = any_is || linked[k] == of.z;
    return any_is;
}

// The gap that a pair keeps: no more than the distance of two bodies at the start, or half of that in one body at rest.
float free_gap(uvec4 of, uint kind, Closeness close) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = close.same ? FETCH(rest, of[k]).xyz : FETCH(origin, of[k]).xyz;
    const float far = length(nearest(kind, x).separation);
    return max(min(close.gap, close.same ? 0.5 * far : far), close.least);
}

// Whether features face each other, or may until the next search.
bool may_face(Pair pair, vec3 x[4], Nearest near, Closeness close) {
    const float far = 2.0 * sideways(close, near.separation);
    return pair.kind == EDGE_EDGE ? edges_face(x, near, pair.around, 0.5 * RIDGE * pair.gap, far)
                                  : triangle_faces(x[0], near, pair.around.xyz, far);
}

void append(uvec2 of, uint key, float gap, float reach) {
    const uint at = atomicAdd(state[0].found, 1);
    atomicMax(status[STATUS_PAIRS], at + 1);
    atomicAdd(counts[of.x], 1);
    if (at < params.candidates) found[at] = FoundPair(of.x, 16 * of.y + key, gap, reach);
}

// Appends a pair that can become a contact before the next search, or that truncation may need.
void consider(uvec2 of, Pair pair, uint key, Closeness close) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = position_of(pair.corners[k]);
    const Nearest near = nearest(pair.kind, x);
    const float far = length(near.separation);
    const float approach = approach_along(close, near.separation);
    pair.gap = free_gap(pair.corners, pair.kind, close);
    pair.reach = pair.gap + CONTACT_MARGIN * close.gap;
    if (far > pair.reach + approach || are_linked(pair.corners)) return;
    const bool needed = pair.kind == STRAND_EDGE || far <= LEAST_GAP * pair.gap + approach;
    if (needed || may_face(pair, x, near, close)) append(of, key, pair.gap, pair.reach);
}

void main() {
    if (gl_GlobalInvocationID.x >= params.count) return;
    // Which pairs would fit depends on timing; the frame is repeated with a longer list.
    const uint pairs = state[0].element_pairs <= params.element_pairs ? state[0].element_pairs : 0;
    for (uint i = gl_GlobalInvocationID.x; i < pairs; i += params.count) {
        const uvec2 of = element_pairs[i];
        const uvec4 one = FETCH(elements, of.x);
        const uvec4 other = FETCH(elements, of.y);
        const Closeness close = closeness(of, body_of[one.x], body_of[other.x]);
        load_corners(one, other);
        for (uint left = near_keys(one, other, close); left != 0; left &= left - 1) {
            const uint key = findLSB(left);
            consider(of, features_of(of, one, other, key), key, turned(close, key));
        }
    }
}
