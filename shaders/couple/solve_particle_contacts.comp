#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: non-penetration and Coulomb friction against rigid bodies at its active contacts. Each contact sees a copy with
// its share of the body's mass.
#include "bindings/couple/solve_particle_contacts.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/friction.glsl"
#include "include/inertia.glsl"
#include "include/coupled.glsl"

Copy copy_now(uint body) {
    const RigidStep s = steps[body];
    return copy_of(s.inverse_mass, inverse_inertia(s), sums[body].weight);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const float w = velocity[i].w;
    const vec3 old = position[i].xyz;
    const vec3 start = displacement[i].xyz;
    vec3 d = start;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + i;
        if (impulses[at].weight == 0.0) continue;
        const Coupling coupling = couplings[at];
        ColliderContact contact = contacts[at];
        const Copy copy = copy_now(impulses[at].body);
        const float separation = coupling.separation + dot(coupling.normal, d - start);
        const float lambda = max(0.0, contact.lambda - separation / (w + inverse_mass_along(copy, coupling.arm, coupling.normal)));
        vec3 impulse = (lambda - contact.lambda) * coupling.normal;
        const Pose then = poses[params.first_pose - params.colliders + contact.collider];
        const Pose now = poses[params.first_pose + contact.collider];
        const vec3 relative = d - carried(then, now, old + d) + w * impulse + velocity_response(copy, coupling.arm, impulse);
        const vec3 sliding = relative - dot(relative, coupling.normal) * coupling.normal;
        const float l = length(sliding);
        const float k = w + (l > 0.0 ? inverse_mass_along(copy, coupling.arm, sliding / l) : copy.w);
        const vec3 target = contact.tangent - dot(contact.tangent, coupling.normal) * coupling.normal - sliding / k;
        const Coefficients pair = combine(bodies[body_of[i]].coefficients, colliders[contact.collider].coefficients);
        const bool slow = k * length(target) < frame[0].h * frame[0].rest_speed;
        const vec3 tangent = friction(slow ? resting(pair) : pair, target, lambda);
        impulse += tangent - contact.tangent;
        d += w * impulse;
        contact.normal = coupling.normal;
        contact.lambda = lambda;
        contact.tangent = tangent;
        contacts[at] = contact;
        impulses[at].weight = 0.0;
        impulses[at].impulse = -impulse;
        impulses[at].angular_impulse = -cross(coupling.arm, impulse);
    }
    displacement[i].xyz = d;
    if (params.momentum == 0) return;
    displacement_before[i].xyz += d - start;
    current_position[i].xyz = old + d;
}
