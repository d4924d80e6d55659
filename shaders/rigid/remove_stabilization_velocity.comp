#version 460
#extension GL_GOOGLE_include_directive : require
// Removes the velocity that the correction of overlaps alone gave to bodies. One invocation is a pair of a large colour, in the
// first round. With FUSED, one workgroup finishes that round with all small colours, and repeats it until no body has any.
#include "bindings/rigid/remove_stabilization_velocity.glsl"

#include "features.glsl"
#include "block.glsl"
#include "velocities.glsl"
#include "changed_velocities.glsl"

// Separation velocities above the allowed one by less than this are left, m/s. Rounding errors vary in sign: to remove them would
// press bodies together and increase friction. So the first round leaves a tenth of the speed of rest. This solve has no friction,
// so later rounds leave all slow motion: a heap would creep.
float least;
// Whether to count contacts.
bool counts;

void solve(uint pair) {
    const uint points = manifolds[pair].points;
    float most = 0.0;
    uint active_points = 0;
    load_ends(pairs[pair].bodies);
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
    if (counts && active_points > 0) atomicAdd(status[STATUS_RIGID_CONTACTS], active_points);
    if (most <= least) return;
    solve_normals();
    store_ends(pairs[pair].bodies);
    if (most > frame[0].rest_speed) atomicOr(unsettled[0], 1);
}

#include "colors.glsl"

void main() {
    least = 0.1 * frame[0].rest_speed;
    counts = params.flag != 0;
    if (!FUSED) {
        solve_own();
        return;
    }
    const uint count = colors();
    for (uint color = first_small_color(); color < count; ++color) solve_color(color);
    least = frame[0].rest_speed;
    counts = false;
    for (uint round = 1; round < MOST_STABILIZATION_ROUNDS; ++round) {
        const bool is_settled = unsettled[0] == 0;
        barrier();
        if (is_settled) break;
        unsettled[0] = 0;
        memoryBarrierBuffer();
        barrier();
        for (uint color = 0; color < count; ++color) solve_color(color);
    }
    barrier();
    unsettled[0] = 0;
}
