#version 460
#extension GL_GOOGLE_include_directive : require
// One point in grid order: the rigid bodies in its kernel, and its mass-splitting weight at each of them. The weight is the
// response of the body there, relative to the largest response that a point can have.
#include "bindings/fluid/compute_boundary_weights.glsl"

#include "fluid/kernel.glsl"
#include "include/inertia.glsl"
#include "include/coupled.glsl"

void main() {
    const uint s = gl_GlobalInvocationID.x;
    if (s >= params.count) return;
    const uint p = particles[order[s]];
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + s;
        const uint c = contacts[slot * params.particles + p].collider;
        RigidImpulse push = RigidImpulse(NONE, 0.0, vec3(0.0), vec3(0.0));
        const bool in_kernel = sorted_position[s].w > 0.0 && c != NONE && boundary_gradient[at] != vec3(0.0);
        if (in_kernel) push.body = colliders[c].rigid;
        if (push.body != NONE) {
            const RigidStep step = steps[push.body];
            const vec3 arm = sorted_position[s].xyz + (params.origin - states[push.body].position) - step.displacement;
            const float size = params.boundary_force_scale * length(boundary_gradient[at]);
            const float response = inverse_mass_along(Copy(step.inverse_mass, inverse_inertia(step)), arm, normalize(boundary_gradient[at]));
            const float most = max_boundary_weight(rigids[push.body]);
            // A sleeping body has no inverse mass.
            push.weight = most > 0.0 ? min(size * response / most, 1.0) : 1.0;
        }
        impulses[at] = push;
    }
}
