#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: whether it goes further from where pairs were last sought than they allow for, beyond the way of all.
layout(push_constant, scalar) uniform Params { TouchParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer States { TouchState state[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Soughts { vec4 sought[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Moved { vec4 moved[]; };
layout(set = 0, binding = 4, scalar) buffer Stale { uint stale[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec3 gone = position[i].xyz - sought[i].xyz + moved[i].xyz - (state[0].substeps + 1.0) * state[0].drift;
    if (!(length(gone) <= sought[i].w)) atomicOr(stale[0], 1);
}
