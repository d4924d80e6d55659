#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place: what the change of its pressure pushes the rigid bodies around it by.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Places { vec4 places[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Parts { vec3 parts[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Changes { float change[]; };
layout(set = 0, binding = 3, scalar) readonly buffer States { RigidState states[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Steps { RigidStep steps[]; };
layout(set = 0, binding = 5, scalar) buffer Pushes { RigidPush pushes[]; };

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const float size = abs(places[s].w) * params.unit * params.steep * change[s];
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + s;
        const uint b = pushes[at].body;
        if (b == NONE) continue;
        const vec3 arm = places[s].xyz + (params.origin - states[b].position) - steps[b].moved;
        const vec3 push = -size * parts[at];
        pushes[at] = RigidPush(b, 0.0, push, cross(arm, push));
    }
}
