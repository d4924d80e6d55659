#version 460
#extension GL_GOOGLE_include_directive : require
// Two elements that are near each other, where pairs are sought anew: their parts that are near enough to be a pair. A point or an edge that
// several elements share belongs to one of them, so that each two parts are found once. They go to whatever place is next. Elements that no plane
// parts are listed, too: they may go through each other.
#include "bindings/contact/find_feature_pairs.glsl"
// 16 times the two elements' place in that list, and a key.
// Where those that no longer may have been.

#include "features.glsl"
#include "deformable_contact.glsl"
#include "approach.glsl"
#include "ties.glsl"
#include "feature_keys.glsl"

// Bit k where the part's bit k is set and bit j of `others` is, for each j in its own group of three.
uint each(uint mine, uint others) {
    return ((others & 1u) != 0 ? mine : 0) | ((others & 2u) != 0 ? mine << 3 : 0) | ((others & 4u) != 0 ? mine << 6 : 0);
}

// Bits of the points that each of two elements has for its own, and that may meet a triangle.
uint points(uvec4 one, uvec4 other) {
    return (other.z == NONE ? 0 : one.w & 7u) | (one.z == NONE ? 0 : (other.w & 7u) << 3);
}

bool is_point(uvec4 element) { return element.x == element.y; }

// A point meets the edges of a triangle with the triangle.
uint edges(uvec4 one, uvec4 other) {
    const bool apart = (is_point(one) && other.z != NONE) || (is_point(other) && one.z != NONE);
    return apart ? 0 : each(one.w >> 3, other.w >> 3);
}

// A corner of one of three, without an index that software drivers would go through memory for.
vec3 corner(vec3 x[3], uint k) { return k == 0 ? x[0] : k == 1 ? x[1] : x[2]; }

vec3 at_one[3];
vec3 at_other[3];

bool are_near(uint kind, vec3 x[4], Closeness close) {
    const vec3 apart = nearest(kind, x).apart;
    return length(apart) <= (1.0 + CONTACT_MARGIN) * close.gap + nearing(close, apart);
}

bool point_is_near(uint key, Closeness close) {
    const bool first = key < 3;
    const vec3 point = first ? corner(at_one, key) : corner(at_other, key - 3);
    vec3 x[4];
    x[0] = point;
    [[unroll]] for (uint k = 0; k < 3; ++k) x[k + 1] = first ? at_other[k] : at_one[k];
    return are_near(POINT_TRIANGLE, x, turned(close, key));
}

bool edge_is_near(uint key, Closeness close) {
    const uint j = key / 3;
    const uint k = key % 3;
    return are_near(EDGE_EDGE, vec3[4](corner(at_one, k), corner(at_one, (k + 1) % 3), corner(at_other, j), corner(at_other, (j + 1) % 3)), close);
}

#include "separating_plane.glsl"

// Software drivers go through what is behind a condition even where it does not hold, but not through loops.
void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[STALE_PAIRS] == 0 || i >= min(state[0].near, params.count)) return;
    const uvec2 of = nears[i];
    const uvec4 one = FETCH(elements, of.x);
    const uvec4 other = FETCH(elements, of.y);
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        at_one[k] = FETCH(sought, one[k] == NONE ? one.y : one[k]).xyz;
        at_other[k] = FETCH(sought, other[k] == NONE ? other.y : other[k]).xyz;
    }
    const Closeness close = closeness(of.x, body_of[one.x], of.y, body_of[other.x]);
    uint near = 0;
    for (uint left = points(one, other); left != 0; left &= left - 1) {
        const uint key = findLSB(left);
        if (!are_tied(point_corners(one, other, key), true) && point_is_near(key, close)) near |= 1u << key;
    }
    for (uint left = edges(one, other); left != 0; left &= left - 1) {
        const uint key = findLSB(left);
        if (!are_tied(edge_corners(one, other, key), false) && edge_is_near(key, close)) near |= 64u << key;
    }
    if (are_unparted(of, one, other, close)) {
        const uint k = atomicAdd(state[0].unparting, 1);
        const uint place = k < state[0].vacant ? vacant[k] : state[0].unparted + k - state[0].vacant;
        if (place < params.capacity) found_unparted[place] = of;
    }
    if (near == 0) return;
    uint at = atomicAdd(state[0].parts, bitCount(near));
    for (; near != 0; near &= near - 1) {
        if (at < params.capacity) found[at] = 16 * i + findLSB(near);
        ++at;
    }
}
