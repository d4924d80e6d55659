#version 460
#extension GL_GOOGLE_include_directive : require
// One workgroup: removes the velocity that the correction of overlaps alone gave to bodies, in rounds until no other body has
// any.
#include "bindings/rigid/remove_stabilization_velocity.glsl"

#include "math.glsl"
#include "rigid.glsl"
#include "block.glsl"
#include "velocities.glsl"

shared uint unsettled;
// Separation velocities above the allowed one by less than this are left, m/s.
float least;

// Loads a pair; `separation` becomes the allowed separation velocity minus the actual one. Returns the largest excess. Allowed is
// the velocity before any contact pushed.
float load_pair(uint pair) {
    const uint points = manifolds[pair].points;
    float most = 0.0;
    load_ends(pairs[pair].bodies);
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        load_point_velocity(i, i < points, contact);
        separation[i] = max(contact.normal_velocity, 0.0) - separation[i];
        most = lambda[i] > 0.0 ? max(most, -separation[i]) : most;
    }
    return most;
}

void check(uint pair) {
    if (load_pair(pair) > least) unsettled = 1;
    uint pushing = 0;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) pushing += lambda[i] > 0.0 ? 1 : 0;
    if (params.flag != 0 && pushing > 0) atomicAdd(status[STATUS_RIGID_CONTACTS], pushing);
}

void solve(uint pair) {
    const float most = load_pair(pair);
    if (most <= least) return;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        normals[i] = lambda[i] > 0.0 ? -normals[i] : vec3(0.0);
        lambda[i] = 0.0;
    }
    solve_normals();
    store_ends(pairs[pair].bodies);
    if (most > frame[0].rest_speed) unsettled = 1;
}

#include "colors.glsl"

void main() {
    const uint lane = gl_LocalInvocationIndex;
    const uint count = colors();
    // Rounding errors vary in sign: to remove them would press bodies together and increase friction.
    least = 0.1 * frame[0].rest_speed;
    unsettled = 0;
    barrier();
    for (uint k = lane; k < color_starts[COLORS + 1]; k += WORKGROUP) check(ordered[k]);
    barrier();
    for (uint round = 0; round < MOST_STABILIZATION_ROUNDS; ++round) {
        const bool over = unsettled == 0;
        barrier();
        if (over) break;
        unsettled = 0;
        barrier();
        for (uint color = 0; color < count; ++color) solve_color(color);
        // This solve has no friction, so it leaves slow motion alone: a heap would creep.
        least = frame[0].rest_speed;
    }
}
