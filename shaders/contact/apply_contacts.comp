#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: goes where the touches that share it push it. With Jacobi it had gone there an iteration ago, too: what pushes
// both of two parts must not change the momentum of either, or Chebyshev would keep theirs together no more. Whether some may now be left too close
// is told, too.
#include "bindings/contact/apply_contacts.glsl"

#include "features.glsl"
#include "contact_correction.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || stale[STALE_ROUNDS] < params.round) return;
    const vec3 push = FETCH(velocity, i).w * pushed(i);
    const vec3 d = displacement[i].xyz + push;
    const vec3 at = FETCH(position, i).xyz;
    const vec3 gone = at + d - FETCH(detected, i).xyz - (state[0].substeps + 1.0) * state[0].drift;
    if (!(length(gone) <= FREE_LIMIT * FETCH(free, i).x)) atomicMax(stale[STALE_ROUNDS], 1);
    if (push == vec3(0.0)) return;
    displacement[i].xyz = d;
    if (!JACOBI) return;
    displacement_before[i].xyz += push;
    current_position[i].xyz = at + d;
}
