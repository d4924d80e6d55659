#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order: adds the change of its boundary density by the motion of rigid bodies since it was integrated
// or last updated.
#include "bindings/fluid/update_boundary_density.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    float change = 0.0;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + s;
        const uint b = impulses[at].body;
        if (b == NONE) continue;
        const vec3 arm = sorted_position[s].xyz + (params.origin - states[b].position) - steps[b].displacement;
        const vec3 motion = steps[b].displacement - integrated_steps[b].displacement + cross(steps[b].rotation - integrated_steps[b].rotation, arm);
        change += dot(boundary_gradient[at], motion);
    }
    sorted_boundary[s].w += change;
}
