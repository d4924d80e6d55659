#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place, by LANES invocations: its particle goes where the changes of pressure around it push it. With Jacobi it had gone
// there an iteration ago, too, as in touch/move.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Particles { uint particles[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Order { uint order[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Counts { uint counts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Neighbours { uvec3 neighbours[]; };
FETCHED_VEC4(4, PointPlaces, places);
layout(set = 0, binding = 5, scalar) readonly buffer Walls { vec4 walls[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Changes { float change[]; };
layout(set = 0, binding = 7, scalar) readonly buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 9, scalar) buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 10, scalar) buffer Before { vec4 before[]; };
layout(set = 0, binding = 11, scalar) buffer Places { vec4 place[]; };

#include "features.glsl"
#include "fluid.glsl"
#include "around.glsl"

float own;
vec3 push = vec3(0.0);

void meet(Beside beside) {
    push += abs(beside.volume) * (own + change[beside.place]) * beside.u * beside.u * beside.along;
}

void main() {
    const uint s = item();
    if (s >= params.count) return;
    const vec4 here = FETCH(places, s);
    own = change[s];
    look_around(s, here.xyz);
    push = sum_of_lanes(push);
    if (turn() != 0) return;
    push = abs(here.w) * (params.push * push + params.steep * own * walls[s].xyz);
    const uint p = particles[order[s]];
    push *= params.unit * velocity[p].w;
    const vec3 d = moved[p].xyz + push;
    moved[p].xyz = d;
    if (!JACOBI) return;
    before[p].xyz += push;
    place[p].xyz = position[p].xyz + d;
}
