#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: whether it strays from the way that it was on when pairs were last sought by more than they allow for; and whether it stirs: it strays from
// where it was when touches were last detected among its pairs.
#include "bindings/contact/check_bounds.glsl"
// Those that stir.

// Of how far it may stray from there: how far a substep may be predicted to take it, since what is at rest falls a little in each.
#define AHEAD 4.0

// Of half of a body's thickness: how far its particles may stray at least. With five times that, where all is at rest, pairs that share what they are nearest to take
// turns from frame to frame, and layers hum.
#define STRAY 0.02
// Of how far the substep is predicted to take it: how far one may stray that moves.
#define ON_ITS_WAY 4.0
// Of half of a body's thickness: how far the substep may take its particles. Parts that were out of each other's reach are not nearer than their gap then.
#define NEARER 0.2

#include "motion_bound.glsl"
#include "deformable_contact.glsl"

bool strays(uint i) {
    const vec3 gone = FETCH(position, i).xyz - sought[i].xyz;
    const float substeps = state[0].substeps + 1.0;
    const vec3 after = beyond(i, gone + FETCH(displacement, i).xyz, substeps + 1.0);
    return !(max(length(beyond(i, gone, substeps)), length(after)) <= sought[i].w);
}

// Where it is, without the way that all go.
vec3 still(uint i) { return FETCH(position, i).xyz - (state[0].substeps + 1.0) * state[0].drift; }

bool stirs(uint i) {
    const vec3 gone = still(i) - detected[i].xyz;
    const vec3 way = FETCH(displacement, i).xyz - state[0].drift;
    const float thick = bodies[body_of[i]].half_thickness;
    const float far = min(max(STRAY * thick, ON_ITS_WAY * length(way)), detected[i].w);
    const bool stays = length(gone) <= far && length(gone + way) <= min(AHEAD * far, NEARER * thick);
    return !stays && detected[i].w < FARTHEST;
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
