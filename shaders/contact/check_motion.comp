#version 460
#extension GL_GOOGLE_include_directive : require
// One particle, whatever the solver left: whether it strays from its expected way by more than its pairs allow for, so that nothing knows whom
// it would meet there; and whether it goes further than it is free to since touches were detected. Where none does, no pair has to be guarded.
#include "bindings/contact/check_motion.glsl"

#include "motion_bound.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec3 end = FETCH(position, i).xyz + FETCH(displacement, i).xyz;
    const bool strays = !(length(beyond(i, end - sought[i].xyz, state[0].substeps + 1.0)) <= sought[i].w);
    const vec3 gone = end - FETCH(detected, i).xyz - (state[0].substeps + 1.0) * state[0].drift;
    if (strays) stray(i);
    if (strays || !(length(gone) <= FETCH(free, i).x)) atomicOr(stale[STALE_GUARD], 1);
}
