#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle, where pairs are sought anew: where it is, the way that it is on beyond that of all, and how far it may stray
// from that until pairs must be sought again.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Stale { uint stale[]; };
layout(set = 0, binding = 1, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Bodies { TouchBody bodies[]; };
layout(set = 0, binding = 3, scalar) readonly buffer BodyOf { uint body_of[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 6, scalar) writeonly buffer Soughts { vec4 sought[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Counts { uint counts[]; };
layout(set = 0, binding = 8, scalar) writeonly buffer Cursors { uint filled[]; };
layout(set = 0, binding = 9, scalar) writeonly buffer Ways { vec3 ways[]; };

// Of the way that it is on: how far it may stray beyond what its body's may. What is fast comes off its way soon.
#define FAST 1.0

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || stale[0] == 0) return;
    const vec3 way = moved[i].xyz - state[0].drift;
    sought[i] = vec4(position[i].xyz, bodies[body_of[i]].slack + FAST * length(way));
    ways[i] = way;
    counts[i] = 0;
    filled[i] = 0;
}
