#version 460
#extension GL_GOOGLE_include_directive : require
// One touch: whether it takes part in this round: its parts are too close now, or a round before found them so. In the last iteration, rounds beyond the
// first are made while one before left some so close that the guard would soon have to hold them.
#include "bindings/contact/activate_contacts.glsl"
// With the gap in .w.

#include "activate.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].active_contacts || stale[STALE_ROUNDS] < params.round) return;
    const uint row = FETCH(active_contacts, i).x;
    const uvec4 ends = FETCH(corners, row);
    const vec4 u = FETCH(weights, row);
    const vec4 plane = FETCH(normals, row);
    const float start = FETCH(opens, row).x;
    float open = start;
    [[unroll]] for (uint k = 0; k < 4; ++k) open += u[k] * dot(plane.xyz, FETCH(displacement, ends[k]).xyz);
    // Of what was let go of since it was listed, none.
    const bool may = FETCH(near, row).x > 0.0;
    const float gap = plane.w;
    if (may && open + gap < ACTIVATION_GAP * min(start + gap, gap)) atomicMax(stale[STALE_ROUNDS], params.round + 1);
    press(row, ends, may && (open < 0.0 || FETCH(lambdas, row).w > 0.0));
}
