#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation takes some of the pairs of elements, and finds the edges of each that pass through the other one. An edge that
// several elements share belongs to one of them, so each is found once. They go to the next free places; the host orders them.
#include "bindings/intersection/find_intersections.glsl"

#include "include/edge_triangle.glsl"

// Bits of the edges of one element that end in a corner of the other.
uint joined(uvec3 one, uvec3 other) {
    uint corners = 0;
    [[unroll]] for (uint k = 0; k < 3; ++k) corners |= any(equal(uvec3(one[k]), other)) ? 9u << k : 0;
    return (corners | corners >> 1) & 7u;
}

vec3 origin;

vec3 at(uint particle) { return FETCH(position, particle).xyz - origin; }

// Whether two particles are one, or tied to each other, or at one position as those that a tear has just separated.
bool one_of_both(uint p, uint q) { return groups[p] == groups[q] || at(p) == at(q); }

// Whether an edge shares a particle with a triangle.
bool shared_with(uvec2 edge, uvec3 triangle) {
    bool any_shared = false;
    for (uint k = 0; k < 3; ++k) {
        any_shared = any_shared || one_of_both(edge.x, triangle[k]) || one_of_both(edge.y, triangle[k]);
    }
    return any_shared;
}

void append(uint e, uint k, uint other) {
    const uint place = atomicAdd(status[STATUS_INTERSECTIONS], 1);
    if (place < params.contacts) found[place] = uvec3(e, k, other);
}

// The edges of the element `e`, with its corners at x, through the triangle `other`.
void find(uint e, uvec4 one, vec3 x[3], uint other, uvec3 triangle, vec3 corners[3]) {
    const vec3 a = corners[0];
    const vec3 b = corners[1];
    const vec3 c = corners[2];
    const vec3 normal = normal_of(a, b, c);
    vec3 heights;
    [[unroll]] for (uint k = 0; k < 3; ++k) heights[k] = height(normal, a, x[k]);
    const vec3 next = heights.yzx;
    uint crossing = 0;
    [[unroll]] for (uint k = 0; k < 3; ++k) crossing |= heights[k] * next[k] < 0.0 ? 1u << k : 0;
    // Most close elements are adjacent. Edges with a corner of the triangle are left out at once.
    for (uint left = crossing & (one.w >> 3) & ~joined(one.xyz, triangle); left != 0; left &= left - 1) {
        const uint k = findLSB(left);
        const uint l = (k + 1) % 3;
        Through through;
        if (!passes_through(x[k], x[l], vec2(heights[k], heights[l]), a, b, c, normal, through)) continue;
        if (!shared_with(uvec2(one[k], one[l]), triangle)) append(e, k, other);
    }
}

void find_both(uvec2 of) {
    const uvec4 one = FETCH(elements, of.x);
    const uvec4 other = FETCH(elements, of.y);
    // What is inside of a collider comes out without help.
    if (max(one.x, other.x) >= params.first_corner) return;
    origin = FETCH(position, one.x).xyz;
    vec3 x[3];
    vec3 others[3];
    [[unroll]] for (uint k = 0; k < 3; ++k) {
        x[k] = at(one[k] == NONE ? one.x : one[k]);
        others[k] = at(other[k] == NONE ? other.x : other[k]);
    }
    if (other.z != NONE) find(of.x, one, x, of.y, other.xyz, others);
    if (one.z != NONE) find(of.y, other, others, of.x, one.xyz, x);
}

void main() {
    if (gl_GlobalInvocationID.x >= params.count) return;
    const uint pairs = min(state[0].element_pairs, params.element_pairs);
    for (uint i = gl_GlobalInvocationID.x; i < pairs; i += params.count) find_both(element_pairs[i]);
}
