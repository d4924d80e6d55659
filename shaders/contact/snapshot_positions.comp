#version 460
#extension GL_GOOGLE_include_directive : require
// One particle, where pairs are sought anew: where it is, the way that it is on beyond that of all, with the substeps that it is expected to be on it yet, and how far it may stray
// from that until pairs must be sought again. One that has hardly strayed goes on from where it was expected by now, so that all that is known of it holds. Those
// that have somewhat set out anew with those that stray, or pairs would be sought as often as they take turns.
#include "bindings/contact/snapshot_positions.glsl"

void set_out(uint i, vec3 way) {
    const float slack = bodies[body_of[i]].slack;
    const float far = length(way);
    sought[i] = vec4(position[i].xyz, slack + max(far, min(SEARCH_BOUND_MOVING * far, SEARCH_BOUND_MOST * slack)));
    ways[i] = vec4(way, CONTACT_AHEAD);
}

// Where it was expected by now; what is left of its way becomes its way.
vec4 go_on(uint i) {
    const float gone = min(state[0].elapsed, ways[i].w);
    ways[i].w -= gone;
    return sought[i] + vec4(gone * ways[i].xyz, 0.0);
}

// How far it would stray if it went on so.
float astray(vec3 beside, vec3 way, vec4 expected, float substeps) {
    return length(beside + substeps * way - min(substeps, expected.w) * expected.xyz);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || stale[0] == 0) return;
    const vec4 by_now = go_on(i);
    const vec4 expected = ways[i];
    const vec3 way = displacement[i].xyz - state[0].drift;
    const vec3 beside = position[i].xyz - by_now.xyz;
    const float soon = max(length(beside), astray(beside, way, expected, 1.0));
    const bool strays = state[0].whole != 0 || !(soon <= RESTART_BOUND * by_now.w && astray(beside, way, expected, RESTART_SUBSTEPS) <= by_now.w);
    if (strays) set_out(i, way);
    else sought[i] = by_now;
    strayed[i] = strays ? 1 : 0;
    counts[i] = 0;
    filled[i] = 0;
}
