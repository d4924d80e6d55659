#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: whether it strays from the way that it was on when pairs were last sought by more than they allow for; and whether it stirs: it strays from
// where it was when touches were last detected among its pairs.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) buffer Soughts { vec4 sought[]; };
FETCHED_VEC4(2, Positions, position);
FETCHED_VEC4(3, Moved, moved);
layout(set = 0, binding = 4, scalar) buffer Stale { uint stale[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Ways { vec3 ways[]; };
layout(set = 0, binding = 6, scalar) buffer Detecteds { vec4 detected[]; };
layout(set = 0, binding = 7, scalar) writeonly buffer Reneweds { uint renewed[]; };
// Those that stir.
layout(set = 0, binding = 8, scalar) writeonly buffer Found { uint found[]; };

// Of how far it may stray from there: how far a substep may be predicted to take it, since what is at rest falls a little in each.
#define AHEAD 4.0

#include "stray.glsl"

bool strays(uint i) {
    const vec3 gone = FETCH(position, i).xyz - sought[i].xyz;
    const float substeps = state[0].substeps + 1.0;
    const vec3 after = beyond(i, gone + FETCH(moved, i).xyz, substeps + 1.0);
    return !(max(length(beyond(i, gone, substeps)), length(after)) <= sought[i].w);
}

// Where it is, without the way that all go.
vec3 still(uint i) { return FETCH(position, i).xyz - (state[0].substeps + 1.0) * state[0].drift; }

bool stirs(uint i) {
    const vec3 gone = still(i) - detected[i].xyz;
    return !(max(AHEAD * length(gone), length(gone + FETCH(moved, i).xyz - state[0].drift)) <= AHEAD * detected[i].w);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    if (strays(i)) stray(i);
    if (!stirs(i)) return;
    detected[i].xyz = still(i);
    renewed[i] = 1;
    found[atomicAdd(state[0].stirring, 1)] = i;
}
