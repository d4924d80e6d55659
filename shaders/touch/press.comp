#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair: whether it takes part in this round: its parts are too close now, or a round before found them so.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Pairs { Pair pairs[]; };
FETCHED_VEC4(2, Moved, moved);
layout(set = 0, binding = 3, scalar) buffer Touches { Touch touches[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= state[0].pairs) return;
    const Touch touch = touches[i];
    if (touch.near == 0) return;
    const uvec4 corners = pairs[i].corners;
    float open = touch.open;
    [[unroll]] for (uint k = 0; k < 4; ++k) open += touch.weights[k] * dot(touch.normal, FETCH(moved, corners[k]).xyz);
    touches[i].presses = open < 0.0 || touch.lambda > 0.0 ? 1 : 0;
}
