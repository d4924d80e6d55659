#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: bodies that will hit in this substep bounce before they move, in rounds until no pair hits any more. An impact
// thus travels through a row of balls, and non-penetration does not absorb it. Sleeping bodies that are hit are marked.
#include "bindings/rigid/apply_restitution.glsl"

#include "math.glsl"
#include "features.glsl"
#include "friction.glsl"
#include "block.glsl"
#include "friction_cone.glsl"
#include "velocities.glsl"
#include "changed_velocities.glsl"
#include "rigid.glsl"
#include "disturb.glsl"

shared uint hit;

// Loads a pair; `separation` becomes the change of normal velocity that it needs. Returns whether it hits.
bool load_pair(uint pair) {
    const Manifold manifold = manifolds[pair];
    bool hits = false;
    load_ends(pair);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        load_point_velocity(i, i < manifold.points, contact);
        lambda[i] = 0.0;
        const float speed = separation[i];
        const bool here = i < manifold.points && speed < -frame[0].rest_speed && contact.separation + frame[0].h * speed < 0.0;
        hits = hits || here;
        separation[i] += here ? manifold.coefficients.restitution * speed : max(contact.separation, 0.0) / frame[0].h;
    }
    return hits && manifold.coefficients.restitution > 0.0;
}

void disturb_sleepers(uvec2 bodies) {
    if (sleeps(rigids[bodies.x])) disturb(bodies.x, DISTURBED_AT_ONCE);
    if (sleeps(rigids[bodies.y])) disturb(bodies.y, DISTURBED_AT_ONCE);
}

void solve(uint pair) {
    if (!load_pair(pair)) return;
    disturb_sleepers(pairs[pair].bodies);
    solve_normals();
    vec3 tangent = vec3(0.0);
    float twist = 0.0;
    solve_friction(manifolds[pair].coefficients, 0.0, vec4(0.0), tangent, twist);
    store_ends(pairs[pair].bodies);
    hit = 1;
}

// The velocity solve may leave this normal velocity to contacts that bounced.
void store_normal_velocity(uint pair) {
    load_ends(pair);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        load_point_velocity(i, i < manifolds[pair].points, contacts[POINTS * pair + i]);
        if (i < manifolds[pair].points) contacts[POINTS * pair + i].normal_velocity = separation[i];
    }
}

#include "colors.glsl"

void main() {
    const uint lane = gl_LocalInvocationIndex;
    const uint count = colors();
    const uint last = color_starts[COLORS + 1];
    hit = 0;
    barrier();
    for (uint k = lane; k < last; k += WORKGROUP)
        if (load_pair(ordered[k])) hit = 1;
    barrier();
    for (uint round = 0; round < MOST_RESTITUTION_ROUNDS; ++round) {
        const bool over = hit == 0;
        barrier();
        if (over) break;
        hit = 0;
        barrier();
        for (uint color = 0; color < count; ++color) solve_color(color);
    }
    for (uint k = lane; k < last; k += WORKGROUP) store_normal_velocity(ordered[k]);
}
