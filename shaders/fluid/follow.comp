#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One place: what rigid bodies fill of its kernel by where they are now, not where they were seen last.
layout(push_constant, scalar) uniform Params { FluidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Places { vec4 places[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Pushes { RigidPush pushes[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Parts { vec3 parts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer States { RigidState states[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Steps { RigidStep steps[]; };
layout(set = 0, binding = 5, scalar) readonly buffer SeenSteps { RigidStep seen[]; };
layout(set = 0, binding = 6, scalar) buffer Walls { vec4 walls[]; };

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    float filled = 0.0;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + s;
        const uint b = pushes[at].body;
        if (b == NONE) continue;
        const vec3 arm = places[s].xyz + (params.origin - states[b].position) - steps[b].moved;
        const vec3 come = steps[b].moved - seen[b].moved + cross(steps[b].turned - seen[b].turned, arm);
        filled += dot(parts[at], come);
    }
    walls[s].w += filled;
}
