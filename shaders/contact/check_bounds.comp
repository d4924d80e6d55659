#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: whether it strays from the way that it was on when pairs were last sought by more than they allow for; and whether it stirs: it strays from
// where it was when touches were last detected among its pairs.
#include "bindings/contact/check_bounds.glsl"
// Those that stir.

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
    const float far = min(max(BOUND_LEAST * thick, BOUND_MOVING * length(way)), detected[i].w);
    const bool stays = length(gone) <= far && length(gone + way) <= min(BOUND_AHEAD * far, BOUND_MOST * thick);
    return !stays && detected[i].w < NO_PAIR;
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
