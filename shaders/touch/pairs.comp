#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// Two elements that are near each other, where pairs are sought anew: the pairs that their parts make. A point or an edge that
// several elements share belongs to one of them, so that each pair is found once. Pairs go to whatever place is next, with
// the later element and a key, by which touch/place orders them.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
FETCHED_UVEC4(1, Elements, elements);
layout(set = 0, binding = 2, scalar) readonly buffer Bodies { TouchBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Groups { uint groups[]; };
FETCHED_VEC4(5, Rests, rest);
FETCHED_VEC4(6, Origins, origin);
FETCHED_VEC4(7, Soughts, sought);
FETCHED_VEC4(8, Speeds, speeds);
FETCHED_UVEC4(9, Besides, beside);
layout(set = 0, binding = 10, scalar) readonly buffer Linked { uint linked[]; };
layout(set = 0, binding = 11, scalar) readonly buffer Nears { uvec2 nears[]; };
layout(set = 0, binding = 12, scalar) buffer Counts { uint counts[]; };
layout(set = 0, binding = 13, scalar) writeonly buffer Found { FoundPair found[]; };
layout(set = 0, binding = 14, scalar) buffer States { TouchState state[]; };

#include "features.glsl"
#include "touch.glsl"
#include "closeness.glsl"
#include "ties.glsl"

vec3 place_of(uint particle) { return FETCH(sought, particle).xyz; }

#include "facing.glsl"

// How close the pair may come: what two bodies were apart at the start, or half of what one body was at rest, stays free.
float free_gap(uvec4 corners, uint kind, Closeness close) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = close.same ? FETCH(rest, corners[k]).xyz : FETCH(origin, corners[k]).xyz;
    const float apart = length(nearest(kind, x).apart);
    return max(min(close.gap, close.same ? 0.5 * apart : apart), close.least);
}

// Whether parts are so near that they may be a pair, whatever gap they keep.
bool are_near(uvec4 corners, uint kind, Closeness close) {
    if (are_tied(corners, kind == POINT_TRIANGLE)) return false;
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = FETCH(sought, corners[k]).xyz;
    const vec3 apart = nearest(kind, x).apart;
    return length(apart) <= (1.0 + REACH) * close.gap + nearing(close, apart);
}

// That of points: from key 3 on they are those of the second element.
Closeness turned(Closeness close, uint key) {
    close.way *= key < 3 ? 1.0 : -1.0;
    return close;
}

// Whether a pair, met so, may hold its parts apart until pairs are sought again: it does where they face each other. Wherever the guard may
// need it, it is kept, too.
bool holds(uint kind, uvec4 around, vec3 x[4], Nearest met, float allowed, Closeness close) {
    if (kind == STRAND_EDGE || length(met.apart) <= LEAST * allowed + nearing(close, met.apart)) return true;
    const float far = 2.0 * sideways(close, met.apart);
    return kind == EDGE_EDGE ? edges_face(x, met, around, 0.5 * RIDGE * allowed, far) : triangle_faces(x[0], met, around.xyz, far);
}

// Writes down a pair that holds. `around`: of a triangle, or of each of two edges, the corners beside it.
void keep(uvec2 of, uvec4 corners, uint kind, uvec4 around, uint owns, uint key, Closeness close) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = FETCH(sought, corners[k]).xyz;
    const Nearest met = nearest(kind, x);
    const float allowed = free_gap(corners, kind, close);
    const float reach = allowed + REACH * close.gap;
    if (length(met.apart) > reach + nearing(close, met.apart)) return;
    if (are_linked(corners) || !holds(kind, around, x, met, allowed, close)) return;
    atomicAdd(counts[of.x], 1);
    const uint at = atomicAdd(state[0].found, 1);
    if (at < params.capacity) found[at] = FoundPair(Pair(corners, around, kind, allowed, reach, owns), of.x, 16 * of.y + key);
}

// What of a triangle is its own; an edge, too, beyond which the point is: with the triangle there it is no pair.
uint own_parts(uint point, uint owns, uvec3 beside) {
    for (uint k = 0; k < 3; ++k) {
        if (beside[k] == NONE || group_of(beside[k]) == group_of(point)) owns |= 8u << k;
    }
    return owns;
}

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

uvec4 point_corners(uvec4 one, uvec4 other, uint key) {
    return key < 3 ? uvec4(one[key], other.xyz) : uvec4(other[key - 3], one.xyz);
}

uvec4 edge_corners(uvec4 one, uvec4 other, uint key) {
    return uvec4(one[key % 3], one[(key + 1) % 3], other[key / 3], other[(key / 3 + 1) % 3]);
}

// Software drivers go through what is behind a condition even where it does not hold, but not through loops: few parts are near, so
// what comes of these has loops of its own.
void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (stale[0] == 0 || i >= min(state[0].near, params.count)) return;
    const uvec2 of = nears[i];
    const uvec4 one = FETCH(elements, of.x);
    const uvec4 other = FETCH(elements, of.y);
    const uint kind = one.z == NONE || other.z == NONE ? STRAND_EDGE : EDGE_EDGE;
    const Closeness close = closeness(of.x, body_of[one.x], of.y, body_of[other.x]);
    uint near_points = 0;
    for (uint left = points(one, other); left != 0; left &= left - 1) {
        const uint key = findLSB(left);
        if (are_near(point_corners(one, other, key), POINT_TRIANGLE, turned(close, key))) near_points |= 1u << key;
    }
    uint near_edges = 0;
    for (uint left = edges(one, other); left != 0; left &= left - 1) {
        const uint key = findLSB(left);
        if (are_near(edge_corners(one, other, key), kind, close)) near_edges |= 1u << key;
    }
    for (; near_points != 0; near_points &= near_points - 1) {
        const uint key = findLSB(near_points);
        const uvec4 corners = point_corners(one, other, key);
        const uvec4 around = FETCH(beside, key < 3 ? of.y : of.x);
        const uint owns = own_parts(corners.x, key < 3 ? other.w : one.w, around.xyz);
        keep(of, corners, POINT_TRIANGLE, around, owns, key, turned(close, key));
    }
    for (; near_edges != 0; near_edges &= near_edges - 1) {
        const uint key = findLSB(near_edges);
        const uvec2 mine = uvec2(one[(key % 3 + 2) % 3], FETCH(beside, of.x)[key % 3]);
        const uvec2 its = uvec2(other[(key / 3 + 2) % 3], FETCH(beside, of.y)[key / 3]);
        keep(of, edge_corners(one, other, key), kind, uvec4(mine, its), 0, 6 + key, close);
    }
}
