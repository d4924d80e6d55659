#version 460
#extension GL_GOOGLE_include_directive : require
// Velocity solve: removes normal and sliding velocity at active contacts, within the friction cone, colour by colour. Otherwise
// bodies would rock on the residuals of a substep. One invocation is a pair of a large colour; with FUSED, one workgroup solves all
// small colours.
#include "bindings/rigid/solve_velocities.glsl"

#include "include/features.glsl"
#include "include/friction.glsl"
#include "rigid/blocks/block.glsl"
#include "rigid/blocks/friction_cone.glsl"
#include "rigid/blocks/velocities.glsl"
#include "rigid/blocks/changed_velocities.glsl"

void solve(uint pair) {
    const Manifold manifold = manifolds[pair];
    load_ends(pair);
    const float per_h = 1.0 / frame[0].h;
    bool is_active = false;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        load_point_velocity(i, i < manifold.points, contact);
        // A contact that bounced keeps its normal velocity.
        separation[i] -= contact.normal_velocity > frame[0].rest_speed ? contact.normal_velocity : 0.0;
        if (lambda[i] <= 0.0) normals[i] = vec3(0.0);
        is_active = is_active || lambda[i] > 0.0;
        lambda[i] *= per_h;
    }
    if (!is_active) return;
    solve_normals();
    vec3 tangent = per_h * manifold.tangent;
    float twist = per_h * manifold.twist;
    solve_friction(manifold.coefficients, frame[0].rest_speed, vec4(0.0), tangent, twist);
    store_ends(pairs[pair].bodies);
}

#include "rigid/colors.glsl"

void main() {
    if (FUSED) solve_small_colors();
    else solve_own();
}
