#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One touch: whether it takes part in this round: its parts are too close now, or a round before found them so. In the last iteration, rounds beyond the
// first are made while one before left some so close that the guard would soon have to hold them.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
FETCHED_UINT(1, Touching, touching);
FETCHED_UVEC4(2, Corners, corners);
FETCHED_VEC4(3, Weights, weights);
// With the gap in .w.
FETCHED_VEC4(4, Normals, normals);
FETCHED_VEC2(5, Opens, opens);
FETCHED_VEC4(6, Lambdas, lambdas);
FETCHED_VEC4(7, Moved, moved);
FETCHED_FLOAT(8, Nears, near);
layout(set = 0, binding = 9, scalar) buffer Presses { float presses[]; };
layout(set = 0, binding = 10, scalar) buffer Stale { uint stale[]; };
layout(set = 0, binding = 11, scalar) buffer Changed { uint changed[]; };

#include "presses.glsl"

// Of the distance at the start, or of the gap where that is less.
#define TOO_CLOSE 0.5

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].touching || stale[STALE_ROUNDS] < params.round) return;
    const uint row = FETCH(touching, i).x;
    const uvec4 ends = FETCH(corners, row);
    const vec4 u = FETCH(weights, row);
    const vec4 plane = FETCH(normals, row);
    const float start = FETCH(opens, row).x;
    float open = start;
    [[unroll]] for (uint k = 0; k < 4; ++k) open += u[k] * dot(plane.xyz, FETCH(moved, ends[k]).xyz);
    // Of what was let go of since it was listed, none.
    const bool may = FETCH(near, row).x > 0.0;
    const float gap = plane.w;
    if (may && open + gap < TOO_CLOSE * min(start + gap, gap)) atomicMax(stale[STALE_ROUNDS], params.round + 1);
    press(row, ends, may && (open < 0.0 || FETCH(lambdas, row).w > 0.0));
}
