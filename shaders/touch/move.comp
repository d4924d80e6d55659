#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: goes where the touches that share it push it. With Jacobi it had gone there an iteration ago, too: what pushes
// both of two parts must not change the momentum of either, or Chebyshev would keep theirs together no more. Whether some may now be left too close
// is told, too.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Ends { uint ends[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Entries { uint entries[]; };
FETCHED_VEC4(3, Weights, weights);
FETCHED_VEC4(4, Pushes, pushes);
FETCHED_VEC4(5, Velocities, velocity);
FETCHED_VEC4(6, Positions, position);
layout(set = 0, binding = 7, scalar) buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 8, scalar) buffer Before { vec4 before[]; };
layout(set = 0, binding = 9, scalar) buffer Places { vec4 place[]; };
layout(set = 0, binding = 10, scalar) buffer Stale { uint stale[]; };
layout(set = 0, binding = 11, scalar) readonly buffer States { TouchState state[]; };
FETCHED_VEC4(12, Detecteds, detected);
FETCHED_FLOAT(13, Frees, free);

// Of how far a particle is free to go: where none goes further, no pair is left with less than half of its distance.
#define HALF_AS_FREE 0.625

#include "features.glsl"
#include "pushed.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || stale[STALE_ROUNDS] < params.round) return;
    const vec3 push = FETCH(velocity, i).w * pushed(i);
    const vec3 d = moved[i].xyz + push;
    const vec3 at = FETCH(position, i).xyz;
    const vec3 gone = at + d - FETCH(detected, i).xyz - (state[0].substeps + 1.0) * state[0].drift;
    if (!(length(gone) <= HALF_AS_FREE * FETCH(free, i).x)) atomicMax(stale[STALE_ROUNDS], 1);
    if (push == vec3(0.0)) return;
    moved[i].xyz = d;
    if (!JACOBI) return;
    before[i].xyz += push;
    place[i].xyz = at + d;
}
