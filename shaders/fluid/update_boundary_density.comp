#version 460
#extension GL_GOOGLE_include_directive : require
// One place: what rigid bodies fill of its kernel by where they are now, not where they were seen last.
#include "bindings/fluid/update_boundary_density.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    float filled = 0.0;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + s;
        const uint b = pushes[at].body;
        if (b == NONE) continue;
        const vec3 arm = sorted_position[s].xyz + (params.origin - states[b].position) - steps[b].displacement;
        const vec3 come = steps[b].displacement - seen[b].displacement + cross(steps[b].turned - seen[b].turned, arm);
        filled += dot(parts[at], come);
    }
    walls[s].w += filled;
}
