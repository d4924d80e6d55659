#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One touch: by how much its parts are open at the start of the substep, how they approach in it, and whether it takes part in the first round: they are
// predicted to be too close, or all but. Until they are detected anew, their plane stays.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Touching { uint touching[]; };
FETCHED_UVEC4(2, Corners, corners);
FETCHED_UVEC4(3, Manners, manners);
FETCHED_VEC4(4, Weights, weights);
FETCHED_VEC4(5, Positions, position);
FETCHED_VEC4(6, Moved, moved);
FETCHED_FLOAT(7, Nears, near);
FETCHED_VEC4(8, Normals, normals);
layout(set = 0, binding = 9, scalar) writeonly buffer Opens { vec2 opens[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer Lambdas { vec4 lambdas[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer Presses { float presses[]; };

// Of the gap: by how much more they may be open then, since the solver may draw them together.
#define SOON 0.02

// How far what has gone is from everything, m.
#define GONE 1e30

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].touching) return;
    const uint row = touching[i];
    const uvec4 ends = FETCH(corners, row);
    const vec4 u = FETCH(weights, row);
    const vec3 normal = FETCH(normals, row).xyz;
    const vec3 origin = FETCH(position, ends.x).xyz;
    float start = 0.0;
    float approach = 0.0;
    bool gone = false;
    [[unroll]] for (uint k = 0; k < 4; ++k) {
        const vec4 x = FETCH(position, ends[k]);
        gone = gone || x.w < 0.0;
        start += u[k] * dot(normal, x.xyz - origin);
        approach += u[k] * dot(normal, FETCH(moved, ends[k]).xyz);
    }
    const float gap = uintBitsToFloat(FETCH(manners, row).y);
    const float open = gone ? GONE : start - gap;
    // Of what was let go of since it was listed, none.
    presses[row] = FETCH(near, row).x > 0.0 && open + approach < SOON * gap ? 1.0 : 0.0;
    opens[row] = vec2(open, approach);
    lambdas[row] = vec4(0.0);
}
