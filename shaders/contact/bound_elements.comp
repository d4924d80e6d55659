#version 460
#extension GL_GOOGLE_include_directive : require
// One surface element, where pairs are sought anew: the box of everywhere that it may go, with its thickness; the way that
// its corners are expected to go on the mean, and how far each may be from that; and whether its pairs are sought, since a corner of it or one beside it strayed.
#include "bindings/contact/bound_elements.glsl"

#include "deformable_contact.glsl"

// What is left of a particle's way.
vec3 left(uint particle) { return ways[particle].w * ways[particle].xyz; }

// Whether any of them strayed.
bool any_strayed(uvec3 particles) {
    bool any_has = false;
    for (uint k = 0; k < 3; ++k) any_has = any_has || (particles[k] != NONE && strayed[particles[k]] != 0);
    return any_has;
}

void main() {
    const uint e = gl_GlobalInvocationID.x;
    if (e >= params.count || stale[0] == 0) return;
    const uvec4 element = FETCH(elements, e);
    const float thick = (1.0 + CONTACT_MARGIN) * bodies[body_of[element.x]].half_thickness;
    vec3 low = FETCH(sought, element.x).xyz;
    vec3 high = low;
    const bool segment = element.z == NONE;
    const vec3 two = left(element.x) + left(element.y);
    const vec3 mean = segment ? two / 2.0 : (two + left(element.z)) / 3.0;
    float most = 0.0;
    for (uint k = 0; k < 3 && element[k] != NONE; ++k) {
        const vec4 at = FETCH(sought, element[k]);
        const vec3 way = left(element[k]);
        const float share = ways[element[k]].w / CONTACT_AHEAD;
        most = max(most, max(distance(way, mean), distance(way, share * mean)) + at.w);
        const vec3 there = at.xyz + way;
        low = min(low, min(at.xyz, there) - (at.w + thick));
        high = max(high, max(at.xyz, there) + (at.w + thick));
    }
    nodes[e] = Bounds(low, high);
    speeds[e] = vec4(mean, most);
    fresh[e] = any_strayed(element.xyz) || any_strayed(FETCH(beside, e).xyz) ? 1 : 0;
    counts[e] = 0;
    counts[params.count + e] = 0;
    cursor[e] = 0;
    cursor[params.count + e] = 0;
}
