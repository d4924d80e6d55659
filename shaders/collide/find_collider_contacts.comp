#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: assigns its contact slots to the colliders that its path hits first, then to the nearest ones; λ starts at 0. A
// collider in reach of this substep that finds no free slot is counted. Most particles move less than their clearance, and touch
// nothing. Colliders come from a tree of boxes that hold them during the frame.
#include "bindings/collide/find_collider_contacts.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/tree.glsl"
#include "include/mesh.glsl"
#include "include/shapes.glsl"
#include "include/filter.glsl"
#include "include/sweep.glsl"
#include "collide/deforming.glsl"

// The particle: where it starts, its displacement, and the distance to a surface that is contact, m.
vec3 old;
vec3 d;
float margin;

float keys[MOST_CONTACTS];
uint found[MOST_CONTACTS];
// Colliders within reach of this substep, and how far the particle may move without touching any.
uint near;
float least_clearance;

// Keeps the colliders with the least keys; of equal keys the first collider.
void insert(float key, uint collider) {
    for (uint slot = 0; slot < MOST_CONTACTS; ++slot) {
        if (key > keys[slot] || (key == keys[slot] && collider >= found[slot])) continue;
        const float last_key = keys[slot];
        const uint last = found[slot];
        keys[slot] = key;
        found[slot] = collider;
        key = last_key;
        collider = last;
    }
}

void sweep_collider(uint c) {
    vec3 motion;
    bool enclosed;
    const Sweep hit = sweep_surface(c, old, d, margin, motion, enclosed);
    if (enclosed) atomicAdd(status[STATUS_ENCLOSED], 1);
    // Constraints may move the particle about as far again as its velocity does.
    if (hit.surface.distance < margin + hit.l) ++near;
    least_clearance = min(least_clearance, clearance(hit, c, old, d, margin, largest_motion(c)));
    insert(hit.time <= 1.0 ? hit.time - 2.0 : hit.surface.distance, c);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    old = position[i].xyz;
    d = displacement[i].xyz;
    const Body body = bodies[body_of[i]];
    margin = body.half_thickness;
    for (uint slot = 0; slot < MOST_CONTACTS; ++slot) {
        keys[slot] = NO_SURFACE;
        found[slot] = NONE;
    }
    near = 0;
    // What the search does not find is farther from the path than this.
    least_clearance = max(search_distances[body_of[i]], SEARCHED_MOTION * length(d));
    const float reach = margin + least_clearance + 4e-6 * length(old);
    const Bounds box = Bounds(min(old, old + d) - reach, max(old, old + d) + reach);
    Walk walk = from_top(0, params.colliders);
    const uint most = tree_size(params.colliders);
    for (uint step = 0; step < most; ++step) {
        if (over(walk, params.colliders)) break;
        const bool is_near = overlaps(nodes[walk.offset + walk.node], box);
        if (is_near && walk.level > 0) {
            into_children(walk, params.colliders);
            continue;
        }
        if (is_near) {
            const uint c = order[walk.node];
            if (c < params.whole_colliders && filters_allow(body.filters, colliders[c].filters)) sweep_collider(c);
        }
        past(walk, params.colliders);
    }
    for (uint slot = 0; slot < params.slots; ++slot) contacts[slot * params.count + i] = ColliderContact(vec3(0.0), 0.0, vec3(0.0), found[slot]);
    clearances[i] = least_clearance;
    if (near > params.slots) atomicAdd(status[STATUS_OVERFLOW], near - params.slots);
}
