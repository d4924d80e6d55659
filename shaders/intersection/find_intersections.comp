#version 460
#extension GL_GOOGLE_include_directive : require
// Two surface elements that may have gone through each other, at a frame's end: the edges of each that go through the other one. An edge that several
// elements share belongs to one of them, so that each is found once. They go to whatever place is next; the host orders them.
#include "bindings/intersection/find_intersections.glsl"
// NONE where they no longer may.
// An element, which of its edges, and the element that this one goes through.

#include "intersection.glsl"
#include "shared_corners.glsl"

vec3 origin;

vec3 at(uint particle) { return FETCH(position, particle).xyz - origin; }

// Whether two particles are one, or tied to each other, or in one place as those that a tear has just parted.
bool one_of_both(uint p, uint q) { return groups[p] == groups[q] || at(p) == at(q); }

// Whether an edge has a particle of a triangle.
bool shared_with(uvec2 edge, uvec3 triangle) {
    bool any_shared = false;
    for (uint k = 0; k < 3; ++k) {
        any_shared = any_shared || one_of_both(edge.x, triangle[k]) || one_of_both(edge.y, triangle[k]);
    }
    return any_shared;
}

// The edges of `one` through the triangle `other`. What they share is left out at once: neighbours are most of what is near.
void find(uint e, uvec4 one, vec3 x[3], uint other_e, uvec3 other, vec3 corners[3]) {
    const vec3 a = corners[0];
    const vec3 b = corners[1];
    const vec3 c = corners[2];
    const vec3 normal = normal_of(a, b, c);
    vec3 heights;
    [[unroll]] for (uint k = 0; k < 3; ++k) heights[k] = height(normal, a, x[k]);
    const vec3 next = heights.yzx;
    uint cut = 0;
    for (uint k = 0; k < 3; ++k) cut |= heights[k] * next[k] < 0.0 ? 1u << k : 0;
    for (cut &= (one.w >> 3) & ~joined(one.xyz, other); cut != 0; cut &= cut - 1) {
        const uint k = findLSB(cut);
        const uint l = (k + 1) % 3;
        Through through;
        const bool goes = goes_through(x[k], x[l], vec2(heights[k], heights[l]), a, b, c, normal, through);
        if (!goes || shared_with(uvec2(one[k], one[l]), other)) continue;
        const uint place = atomicAdd(status[STATUS_INTERSECTIONS], 1);
        if (place < params.capacity) found[place] = uvec3(e, k, other_e);
    }
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= min(state[0].unparted, params.count)) return;
    const uvec2 of = unparted[i];
    if (of.x == NONE) return;
    const uvec4 one = FETCH(elements, of.x);
    const uvec4 other = FETCH(elements, of.y);
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
