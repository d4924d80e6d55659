#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: v = (x − x_prev)/h, then restitution and friction of contacts and drag; then its new position.
#include "bindings/particles/update_velocities.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/friction.glsl"
#include "include/accumulate.glsl"

// Updates the position of a particle with compensated summation. What a float32 drops is added in the next substep, as
// slow particles would never move otherwise.
void advance(uint i, vec3 from, vec3 by) {
    const precise vec3 step = by;
    const precise vec3 next = from + step;
    const precise vec3 dropped = step - (next - from);
    compensation[i] = dropped;
    position[i].xyz = next;
}

#include "include/rate.glsl"

// Displacement over this substep of the collider's point that is now at x. A deforming collider's is that of the contact.
vec3 surface_displacement(uint collider, vec3 x, uint contact) {
    if (DEFORMING && colliders[collider].first_motion != 0) return surface_motions[contact];
    const Pose now = poses[params.first_pose + collider];
    const Pose previous = poses[params.first_pose - params.colliders + collider];
    return carried(previous, now, x);
}

// Gives an active contact the normal velocity of an impact [MMCK20, eq. 34], so that the position correction adds none.
vec3 apply_restitution(uint i, vec3 v, vec3 incoming) {
    const float h = frame[0].h;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const ColliderContact contact = contacts[slot * params.count + i];
        if (contact.collider == NONE) break;
        if (contact.lambda == 0.0 || colliders[contact.collider].rigid != NONE) continue;
        const vec3 surface_v = surface_displacement(contact.collider, position[i].xyz + displacement[i].xyz, slot * params.count + i) / h;
        const float approach = dot(incoming - surface_v, contact.normal);
        const Coefficients pair = combine(bodies[body_of[i]].coefficients, colliders[contact.collider].coefficients);
        const bool hits = approach < -frame[0].rest_speed;
        const float normal_change = (hits ? -pair.restitution * approach : 0.0) - dot(v - surface_v, contact.normal);
        vec3 change = normal_change * contact.normal;
        // λ covers the friction of the position correction; the rest of the impact adds its friction here.
        const vec3 slip = v + change - surface_v;
        if (hits) change += friction(pair, dot(slip, contact.normal) * contact.normal - slip, max(normal_change, 0.0));
        v += change;
        const vec3 force = contact.lambda * contact.normal + contact.tangent;
        if (ACCUMULATE) accumulate(i, params.count, 1u + contact.collider, force / h + change / velocity[i].w);
        if (params.counts_contacts != 0) atomicAdd(status[STATUS_CONTACTS], 1);
    }
    return v;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec4 incoming = velocity[i];
    vec3 v = per_second(displacement[i].xyz - compensation[i]);
    if (incoming.w > 0.0) v = apply_restitution(i, v, incoming.xyz) * bodies[body_of[i]].drag_factor;
    velocity[i].xyz = v;
    advance(i, position[i].xyz, displacement[i].xyz);
    if (!all(lessThanEqual(abs(v), vec3(3.4e38)))) atomicAdd(status[STATUS_NONFINITE], 1);
}
