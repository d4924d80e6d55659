#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle, where pairs are sought anew: where it is, the way that it is on beyond that of all, and how far it may stray
// from that until pairs must be sought again. One that has hardly strayed stays about where it is: as near to what is left of its way that all that is known of it holds. Those
// that have somewhat set out anew with those that stray, or pairs would be sought as often as they take turns.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Bodies { TouchBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 6, scalar) buffer Soughts { vec4 sought[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Counts { uint counts[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer Cursors { uint filled[]; };
layout(set = 0, binding = 9, scalar) buffer Ways { vec3 ways[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer Strayeds { uint strayed[]; };

// Of the way that it is on: how far it may stray beyond what its body's may. What is fast comes off its way soon.
#define FAST 1.0
// Of how far it may stray: with how much it sets out anew.
#define SOON 0.3

void set_out(uint i) {
    const vec3 way = moved[i].xyz - state[0].drift;
    sought[i] = vec4(position[i].xyz, bodies[body_of[i]].slack + FAST * length(way));
    ways[i] = way;
}

// The middle of what is left of its way, and how far it may stray from there without straying from that.
vec4 left_of_way(uint i) {
    const float substeps = state[0].elapsed;
    const float gone = min(substeps, TOUCH_AHEAD);
    const vec3 left = 0.5 * (TOUCH_AHEAD - gone) * ways[i];
    return vec4(sought[i].xyz + substeps * state[0].drift + gone * ways[i] + left, sought[i].w - length(left));
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || stale[0] == 0) return;
    const vec4 stay = left_of_way(i);
    const vec3 way = moved[i].xyz - state[0].drift;
    const vec3 beside = position[i].xyz - stay.xyz;
    const bool strays = state[0].whole != 0 || !(max(length(beside), length(beside + way)) <= SOON * stay.w);
    if (strays) {
        set_out(i);
    } else {
        sought[i] = stay;
        ways[i] = vec3(0.0);
    }
    strayed[i] = strays ? 1 : 0;
    counts[i] = 0;
    filled[i] = 0;
}
