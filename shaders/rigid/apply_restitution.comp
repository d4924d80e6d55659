#version 460
#extension GL_GOOGLE_include_directive : require
// One pair of a colour; with FUSED, one workgroup solves all small colours: bodies that will hit in this substep bounce before they
// move, in rounds until no pair hits any more. An impact thus travels through a row of balls, and non-penetration does not absorb
// it. Sleeping bodies that are hit are marked.
#include "bindings/rigid/apply_restitution.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/friction.glsl"
#include "rigid/blocks/block.glsl"
#include "rigid/blocks/friction_cone.glsl"
#include "rigid/blocks/velocities.glsl"
#include "rigid/blocks/changed_velocities.glsl"
#include "include/rotation.glsl"
#include "rigid/disturb.glsl"
#include "rigid/blocks/impact.glsl"

uint round;

void disturb_sleepers(uvec2 bodies) {
    if (sleeps(rigids[bodies.x])) disturb(bodies.x, DISTURBED_AT_ONCE);
    if (sleeps(rigids[bodies.y])) disturb(bodies.y, DISTURBED_AT_ONCE);
}

void solve(uint pair) {
    if (!load_impact(pair)) return;
    disturb_sleepers(pairs[pair].bodies);
    solve_normals();
    vec3 tangent = vec3(0.0);
    float twist = 0.0;
    solve_friction(manifolds[pair].coefficients, 0.0, vec4(0.0), tangent, twist);
    store_ends(pairs[pair].bodies);
    atomicMax(impacts[round + 1], 1u);
}

#include "rigid/colors.glsl"

void main() {
    round = params.round;
    if (!FUSED) {
        if (impacts[round] != 0) solve_own();
        return;
    }
    // Where large colours have dispatches of their own, this is the rest of one round.
    const uint end = params.color_dispatches > 0 ? round + 1 : MOST_RESTITUTION_ROUNDS;
    for (; round < end; ++round) {
        if (impacts[round] == 0) break;
        solve_small_colors();
    }
}
