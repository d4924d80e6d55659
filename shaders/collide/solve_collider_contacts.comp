#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: non-penetration and Coulomb friction against the colliders in its slots, except free rigid bodies. The contact
// plane is where its path first hits the collider. It runs after the links, so that no particle stays inside. λₙ and the
// tangential λ accumulate over the iterations of a substep. A particle that moves less than its clearance touches nothing.
#include "bindings/collide/solve_collider_contacts.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/tree.glsl"
#include "include/mesh.glsl"
#include "include/shapes.glsl"
#include "include/friction.glsl"
#include "include/sweep.glsl"
#include "collide/deforming.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const float w = velocity[i].w;
    if (w == 0.0) return;
    vec3 d = displacement[i].xyz;
    if (length(d) < clearances[i]) return;
    const Body body = bodies[body_of[i]];
    const vec3 old = position[i].xyz;
    for (uint slot = 0; slot < params.slots; ++slot) {
        const uint at = slot * params.count + i;
        ColliderContact contact = contacts[at];
        if (contact.collider == NONE) break;
        const Collider collider = colliders[contact.collider];
        if (collider.rigid != NONE) continue;
        const Pose pose = poses[params.first_pose + contact.collider];
        const Pose then = poses[params.first_pose - params.colliders + contact.collider];
        vec3 motion;
        bool enclosed;
        const Surface surface = sweep_surface(contact.collider, old, d, body.half_thickness, motion, enclosed).surface;
        const float gap = surface.distance - body.half_thickness;
        const float lambda = max(0.0, contact.lambda - gap / w);
        if (lambda == 0.0 && contact.lambda == 0.0) continue;
        contact.normal = rotate(pose.rotation, surface.normal);
        d += w * (lambda - contact.lambda) * contact.normal;
        contact.lambda = lambda;
        if (deforms(contact.collider)) surface_motions[at] = motion;
        else motion = carried(then, pose, old + d);
        const vec3 relative = d - motion;
        const vec3 sliding = relative - dot(relative, contact.normal) * contact.normal;
        const vec3 previous = contact.tangent - dot(contact.tangent, contact.normal) * contact.normal;
        const vec3 target = previous - sliding / w;
        const Coefficients pair = combine(body.coefficients, collider.coefficients);
        const bool slow = w * length(target) < frame[0].h * frame[0].rest_speed;
        const vec3 tangent = friction(slow ? resting(pair) : pair, target, lambda);
        const vec3 friction_step = w * (tangent - contact.tangent);
        d += friction_step;
        contact.tangent = tangent;
        contacts[at] = contact;
        // λ must be solved in all later iterations.
        clearances[i] = -1.0;
        if (params.momentum != 0) displacement_before[i].xyz += friction_step + dot(contact.normal, d - friction_step - displacement_before[i].xyz) * contact.normal;
    }
    displacement[i].xyz = d;
    if (params.momentum != 0) current_position[i].xyz = old + d;
}
