#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: its contacts with colliders of free rigid bodies at their current poses, and which of them are active.
#include "bindings/couple/activate_particle_contacts.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/tree.glsl"
#include "include/mesh.glsl"
#include "include/shapes.glsl"
#include "include/sweep.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const float margin = bodies[body_of[i]].half_thickness;
    const vec3 old = position[i].xyz;
    const vec3 d = displacement[i].xyz;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + i;
        const ColliderContact contact = contacts[at];
        RigidImpulse impulse = RigidImpulse(NONE, 0.0, vec3(0.0), vec3(0.0));
        // A removed particle has no contacts, and none with the body that it is attached to.
        if (contact.collider != NONE && position[i].w >= 0.0) impulse.body = colliders[contact.collider].rigid;
        if (impulse.body == attached_to[i]) impulse.body = NONE;
        if (impulse.body != NONE) {
            const Pose now = poses[params.first_pose + contact.collider];
            const Pose then = poses[params.first_pose - params.colliders + contact.collider];
            const Surface surface = sweep_to(contact.collider, old, d, margin).surface;
            const vec3 normal = rotate(now.rotation, surface.normal);
            const float separation = surface.distance - margin;
            const vec3 arm = old - states[impulse.body].position + (d - steps[impulse.body].displacement);
            const bool begins = params.begins != 0;
            const float normal_velocity = begins ? dot(normal, d - carried(then, now, old + d)) / frame[0].h : couplings[at].normal_velocity;
            couplings[at] = Coupling(normal, separation, arm, normal_velocity);
            if (separation < 0.0 || contact.lambda > 0.0) impulse.weight = 1.0;
        }
        impulses[at] = impulse;
    }
}
