#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One surface element, where pairs are sought anew: the pairs that it makes with elements before it. A point or an edge that
// several elements share belongs to one of them, so that each pair is found once. Pairs go to whatever place is next, with
// their element and rank, by which touch/place orders them. Where they do not all fit, they are sought a second time, and
// each goes to its place at once.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Elements { TouchElement elements[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Bodies { TouchBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Groups { uint groups[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Rests { vec4 rest[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Origins { vec4 origin[]; };
layout(set = 0, binding = 7, scalar) readonly buffer Soughts { vec4 sought[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Nodes { Bounds nodes[]; };
layout(set = 0, binding = 9, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer Counts { uint counts[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer Found { FoundPair found[]; };
layout(set = 0, binding = 12, scalar) writeonly buffer Pairs { Pair pairs[]; };
layout(set = 0, binding = 13, scalar) buffer States { TouchState state[]; };
layout(set = 0, binding = 14, scalar) readonly buffer Linked { uint linked[]; };
layout(set = 0, binding = 15, scalar) readonly buffer Speeds { vec4 speeds[]; };

#include "tree.glsl"
#include "features.glsl"
#include "filter.glsl"
#include "touch.glsl"
#include "closeness.glsl"

uint rank = 0;

// How close the pair may come: what two bodies were apart at the start, or half of what one body was at rest, stays free.
float free_gap(uvec4 corners, uint kind, Closeness close) {
    vec3 x[4];
    [[unroll]] for (uint k = 0; k < 4; ++k) x[k] = close.same ? rest[corners[k]].xyz : origin[corners[k]].xyz;
    const float apart = length(nearest(kind, x).apart);
    return max(min(close.gap, close.same ? 0.5 * apart : apart), close.least);
}

// Whether the pair is two points that a link or an edge joins. First come the starts of the particles' lists.
bool are_linked(uvec4 corners) {
    if (corners.x != corners.y || corners.z != corners.w) return false;
    for (uint k = linked[corners.x]; k < linked[corners.x + 1]; ++k) if (linked[k] == corners.z) return true;
    return false;
}

// Whether parts share a particle, or have two that are tied.
bool are_tied(uvec4 corners, bool point) {
    uvec4 group = corners;
    if (TIED) group = uvec4(groups[corners.x], groups[corners.y], groups[corners.z], groups[corners.w]);
    return any(equal(group.xx, group.zw)) || (point ? group.x == group.y : any(equal(group.yy, group.zw)));
}

// No loop in here but for two points that are near each other: lavapipe 22.3 ends those of an invocation after 65,535 trips in all, and this one may have many pairs.
void consider(uvec4 corners, uint kind, Closeness close) {
    const bool point = kind == POINT_TRIANGLE;
    if (are_tied(corners, point)) return;
    const vec3 a = sought[corners.x].xyz;
    const vec3 b = sought[corners.y].xyz;
    const vec3 c = sought[corners.z].xyz;
    const vec3 d = sought[corners.w].xyz;
    const vec3 low = point ? a : min(a, b);
    const vec3 high = point ? a : max(a, b);
    const vec3 others_low = min(point ? b : c, min(c, d));
    const vec3 others_high = max(point ? b : c, max(c, d));
    if (any(greaterThan(max(others_low - high, low - others_high), vec3(close.gap + close.far)))) return;
    const float apart = length(nearest(kind, vec3[4](a, b, c, d)).apart);
    if (apart > close.gap + close.far) return;
    const float allowed = free_gap(corners, kind, close);
    if (apart > allowed + close.far || are_linked(corners)) return;
    const Pair pair = Pair(corners, kind, allowed);
    if (params.fill != 0) {
        const uint at = starts[gl_GlobalInvocationID.x] + rank;
        if (at < params.capacity) pairs[at] = pair;
    } else {
        const uint at = atomicAdd(state[0].found, 1);
        if (at < params.capacity) found[at] = FoundPair(pair, gl_GlobalInvocationID.x, rank);
    }
    ++rank;
}

// Bit k where the part's bit k is set and bit j of `others` is, for each j in its own group of three.
uint each(uint mine, uint others) {
    return ((others & 1u) != 0 ? mine : 0) | ((others & 2u) != 0 ? mine << 3 : 0) | ((others & 4u) != 0 ? mine << 6 : 0);
}

// The points of one element with the other's triangle.
void points(TouchElement one, TouchElement other, Closeness close) {
    for (uint left = other.corners.z == NONE ? 0 : one.owns & 7u; left != 0; left &= left - 1) {
        consider(uvec4(one.corners[findLSB(left)], other.corners), POINT_TRIANGLE, close);
    }
}

bool is_point(TouchElement element) { return element.corners.x == element.corners.y; }

// A point meets the edges of a triangle with the triangle.
void edges(TouchElement one, TouchElement other, Closeness close) {
    if ((is_point(one) && other.corners.z != NONE) || (is_point(other) && one.corners.z != NONE)) return;
    const uint kind = one.corners.z == NONE || other.corners.z == NONE ? STRAND_EDGE : EDGE_EDGE;
    for (uint left = each(one.owns >> 3, other.owns >> 3); left != 0; left &= left - 1) {
        const uint k = findLSB(left) % 3;
        const uint j = findLSB(left) / 3;
        consider(uvec4(one.corners[k], one.corners[(k + 1) % 3], other.corners[j], other.corners[(j + 1) % 3]), kind, close);
    }
}

void main() {
    const uint e = gl_GlobalInvocationID.x;
    if (e >= params.count || stale[0] == 0 || (params.fill != 0 && state[0].found <= params.capacity)) return;
    const TouchElement mine = elements[e];
    const uint body = body_of[mine.corners.x];
    const Bounds box = nodes[e];
    // Everything behind covers later elements only, or those of a body that does not meet itself.
    const uint end = bodies[body].itself != 0 ? e : bodies[body].first;
    Walk walk = walk_from_top(0, params.count);
    for (uint step = 0; step < 65536; ++step) {
        if (over(walk, params.count) || (walk.node << (3 * walk.level)) >= end) break;
        const bool near = meet(nodes[walk.offset + walk.node], box);
        if (near && walk.level > 0) {
            into(walk, params.count);
            continue;
        }
        if (near) {
            const TouchElement other = elements[walk.node];
            const uint others = body_of[other.corners.x];
            const bool flow = bodies[body].bulk + bodies[others].bulk > 2;
            if (body == others ? bodies[body].itself != 0 : !flow && meets(bodies[body].filters, bodies[others].filters)) {
                const Closeness close = closeness(e, body, walk.node, others);
                points(mine, other, close);
                points(other, mine, close);
                edges(mine, other, close);
            }
        }
        past(walk, params.count);
    }
    if (params.fill == 0) counts[e] = rank;
}
