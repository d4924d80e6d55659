#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: assigns its contact slots to the colliders that its path hits first, then to the nearest ones; λ starts at 0. A
// collider in reach of this substep that finds no free slot is counted. Most particles move less than their clearance, and touch nothing.
#include "bindings/collide/find_collider_contacts.glsl"

#include "math.glsl"
#include "features.glsl"
#include "tree.glsl"
#include "mesh.glsl"
#include "shapes.glsl"
#include "filter.glsl"
#include "sweep.glsl"
#include "deforming.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec3 old = position[i].xyz;
    const vec3 d = displacement[i].xyz;
    const Body body = bodies[body_of[i]];
    float keys[MOST_CONTACTS];
    uint found[MOST_CONTACTS];
    for (uint slot = 0; slot < MOST_CONTACTS; ++slot) {
        keys[slot] = NO_SURFACE;
        found[slot] = NONE;
    }
    uint near = 0;
    float least_clearance = NO_SURFACE;
    for (uint c = 0; c < params.met; ++c) {
        if (!filters_allow(body.filters, colliders[c].filters)) continue;
        vec3 motion;
        bool enclosed;
        const Sweep hit = sweep_surface(c, old, d, body.half_thickness, motion, enclosed);
        if (enclosed) atomicAdd(status[STATUS_ENCLOSED], 1);
        // Constraints may move the particle about as far again as its velocity does.
        if (hit.surface.distance < body.half_thickness + hit.l) ++near;
        least_clearance = min(least_clearance, clearance(hit, c, old, d, body.half_thickness, largest_motion(c)));
        float key = hit.time <= 1.0 ? hit.time - 2.0 : hit.surface.distance;
        uint collider = c;
        for (uint slot = 0; slot < MOST_CONTACTS; ++slot) {
            if (key >= keys[slot]) continue;
            const float last_key = keys[slot];
            const uint last = found[slot];
            keys[slot] = key;
            found[slot] = collider;
            key = last_key;
            collider = last;
        }
    }
    for (uint slot = 0; slot < params.slots; ++slot) contacts[slot * params.count + i] = ColliderContact(vec3(0.0), 0.0, vec3(0.0), found[slot]);
    clearances[i] = least_clearance;
    if (near > params.slots) atomicAdd(status[STATUS_OVERFLOW], near - params.slots);
}
