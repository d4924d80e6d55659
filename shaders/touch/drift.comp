#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: whether it strays from the way that it was on when pairs were last sought by more than they allow for, or from where it
// was when touches were last detected among them.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Soughts { vec4 sought[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 4, scalar) buffer Stale { uint stale[]; };
layout(set = 0, binding = 5, scalar) readonly buffer Ways { vec3 ways[]; };
layout(set = 0, binding = 6, scalar) readonly buffer Detecteds { vec4 detected[]; };

#include "stray.glsl"

bool strays(uint i) {
    const vec3 gone = position[i].xyz - sought[i].xyz;
    const float substeps = state[0].substeps + 1.0;
    const vec3 after = beyond(i, gone + moved[i].xyz, substeps + 1.0);
    return !(max(length(beyond(i, gone, substeps)), length(after)) <= sought[i].w);
}

bool stirs(uint i) {
    const vec3 gone = position[i].xyz - detected[i].xyz - (state[0].detected + 1.0) * state[0].drift;
    return !(max(length(gone), length(gone + moved[i].xyz - state[0].drift)) <= detected[i].w);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    if (strays(i)) atomicOr(stale[STALE_PAIRS], 1);
    if (stirs(i)) atomicOr(stale[STALE_TOUCHES], 1);
}
