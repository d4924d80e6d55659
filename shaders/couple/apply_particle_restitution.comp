#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: restitution at its active contacts with rigid bodies, so that position corrections add no speed. The body gets
// the opposite impulse, as a sum over the substep.
#include "bindings/couple/apply_particle_restitution.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/friction.glsl"
#include "include/rotation.glsl"
#include "include/coupled.glsl"
#include "include/accumulate.glsl"

// Impulse on a particle whose normal velocity is not that after an impact, kg m/s. `v`: its velocity relative to the body.
vec3 restitution_impulse(ColliderContact contact, Coupling coupling, Copy copy, float w, Coefficients pair, vec3 v) {
    const bool hits = coupling.normal_velocity < -frame[0].rest_speed;
    const float speed_change = (hits ? -pair.restitution * coupling.normal_velocity : 0.0) - dot(v, contact.normal);
    vec3 impulse = speed_change / (w + inverse_mass_along(copy, coupling.arm, contact.normal)) * contact.normal;
    if (!hits) return impulse;
    // λ had friction for the overlap alone: the rest of the impact has friction here.
    const vec3 slip = v + w * impulse + velocity_response(copy, coupling.arm, impulse);
    const vec3 sliding = slip - dot(slip, contact.normal) * contact.normal;
    const float l = length(sliding);
    if (l > 0.0) impulse += friction(pair, -sliding / (w + inverse_mass_along(copy, coupling.arm, sliding / l)), max(dot(impulse, contact.normal), 0.0));
    return impulse;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const float h = frame[0].h;
    const float w = velocity[i].w;
    vec3 v = velocity[i].xyz;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + i;
        const ColliderContact contact = contacts[at];
        const uint b = impulses[at].body;
        impulses[at].impulse = vec3(0.0);
        if (b == NONE || contact.lambda == 0.0) continue;
        const Coupling coupling = couplings[at];
        const RigidState state = states[b];
        const Rigid rigid = rigids[b];
        const Copy copy = copy_of(rigid.inverse_mass, in_world(state.rotation, rigid.inverse_inertia), sums[b].weight);
        const vec3 surface_v = state.velocity + cross(spin(rigid, state.rotation, state.momentum), coupling.arm);
        const Coefficients pair = combine(bodies[body_of[i]].coefficients, colliders[contact.collider].coefficients);
        const vec3 impulse = restitution_impulse(contact, coupling, copy, w, pair, v - surface_v);
        v += w * impulse;
        impulses[at].impulse = -h * impulse;
        impulses[at].angular_impulse = -h * cross(coupling.arm, impulse);
        if (ACCUMULATE) accumulate(i, params.count, 1u + contact.collider, (contact.lambda * contact.normal + contact.tangent) / h + impulse);
        if (params.counts_contacts != 0) atomicAdd(status[STATUS_CONTACTS], 1);
    }
    velocity[i].xyz = v;
}
