#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: whether it strays from the way that it was on when pairs were last sought by more than they allow for.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Soughts { vec4 sought[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 4, scalar) buffer Stale { uint stale[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Ways { vec3 ways[]; };

// How far a place is from where the particle was expected after so many substeps.
float astray(uint i, vec3 place, float substeps) {
    return length(place - substeps * state[0].drift - min(substeps, TOUCH_AHEAD) * ways[i]);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec3 gone = position[i].xyz - sought[i].xyz;
    const float substeps = state[0].substeps;
    const float furthest = max(astray(i, gone, substeps), astray(i, gone + moved[i].xyz, substeps + 1.0));
    if (!(furthest <= sought[i].w)) atomicOr(stale[0], 1);
}
