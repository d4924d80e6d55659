#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order: the reaction of its pressure change on each rigid body around it.
#include "bindings/fluid/compute_boundary_reactions.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const float size = abs(sorted_position[s].w) * params.pressure_unit * params.boundary_force_scale * pressure_change[s];
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + s;
        const uint b = impulses[at].body;
        if (b == NONE) continue;
        const vec3 arm = sorted_position[s].xyz + (params.origin - states[b].position) - steps[b].displacement;
        const vec3 push = -size * boundary_gradient[at];
        impulses[at] = RigidImpulse(b, 0.0, push, cross(arm, push));
    }
}
