#version 460
#extension GL_GOOGLE_include_directive : require
// One place: the rigid bodies that fill its kernel, and how much each must yield for its sake, of the most that a place may ask.
#include "bindings/fluid/compute_boundary_weights.glsl"

#include "fluid.glsl"
#include "inertia.glsl"
#include "coupled.glsl"
#include "brace.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const uint p = particles[order[s]];
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + s;
        const uint c = contacts[slot * params.particles + p].collider;
        RigidPush push = RigidPush(NONE, 0.0, vec3(0.0), vec3(0.0));
        const bool near = sorted_position[s].w > 0.0 && c != NONE && parts[at] != vec3(0.0);
        if (near) push.body = colliders[c].rigid;
        if (push.body != NONE) {
            const RigidStep step = steps[push.body];
            const vec3 arm = sorted_position[s].xyz + (params.origin - states[push.body].position) - step.displacement;
            const float size = params.steep * length(parts[at]);
            const float yield_there = inverse_mass_along(Copy(step.inverse_mass, inverse_inertia(step)), arm, normalize(parts[at]));
            push.share = min(size * yield_there / most_share(rigids[push.body]), 1.0);
        }
        pushes[at] = push;
    }
}
