#version 460
#extension GL_GOOGLE_include_directive : require
// Removes the velocity that the correction of overlaps alone gave to bodies. One invocation is a pair of a large colour;
// with FUSED, one workgroup solves all small colours. The last substep counts contacts.
#include "bindings/rigid/remove_stabilization_velocity.glsl"

#include "include/features.glsl"
#include "rigid/blocks/block.glsl"
#include "rigid/blocks/velocities.glsl"
#include "rigid/blocks/changed_velocities.glsl"

void solve(uint pair) {
    const uint points = manifolds[pair].points;
    float most = 0.0;
    uint active_points = 0;
    load_ends(pair);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        load_point_velocity(i, i < points, contact);
        // Allowed is the velocity before any contact pushed.
        separation[i] = max(contact.normal_velocity, 0.0) - separation[i];
        const bool is_active = lambda[i] > 0.0;
        most = is_active ? max(most, -separation[i]) : most;
        active_points += is_active ? 1 : 0;
        normals[i] = is_active ? -normals[i] : vec3(0.0);
        lambda[i] = 0.0;
    }
    if (params.counts_contacts != 0 && active_points > 0) atomicAdd(status[STATUS_RIGID_CONTACTS], active_points);
    if (most <= SEPARATION_LEFT * frame[0].rest_speed) return;
    solve_normals();
    store_ends(pairs[pair].bodies);
}

#include "rigid/colors.glsl"

void main() {
    if (FUSED) solve_small_colors();
    else solve_own();
}
