#version 460
#extension GL_GOOGLE_include_directive : require
// Non-penetration and friction of rigid bodies, manifold by manifold, colour by colour. One invocation is a pair of a large colour;
// with FUSED, one workgroup solves all small colours.
#include "bindings/rigid/solve_contacts.glsl"

#include "include/features.glsl"
#include "include/friction.glsl"
#include "rigid/blocks/block.glsl"
#include "rigid/blocks/friction_cone.glsl"
#include "rigid/blocks/displacements.glsl"
#include "rigid/blocks/surface_motion.glsl"

void solve(uint pair) {
    Manifold manifold = manifolds[pair];
    if (manifold.points == 0) return;
    const uvec2 bodies = pairs[pair].bodies;
    a = end(bodies.x);
    b = end(bodies.y);
    add_surface_motion(pair, 1.0);
    float normal_impulse = 0.0;
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        const RigidContact contact = contacts[POINTS * pair + i];
        load_point(i, i < manifold.points, contact);
        separation[i] = contact.separation + dot(normals[i], relative(arms_a[i], arms_b[i]));
        normal_impulse += lambda[i];
    }
    solve_normals();
    [[unroll]] for (uint i = 0; i < POINTS; ++i) {
        if (i < manifold.points) contacts[POINTS * pair + i].lambda = lambda[i];
        normal_impulse += lambda[i];
    }
    if (normal_impulse == 0.0) return;
    solve_friction(manifold.coefficients, frame[0].h * frame[0].rest_speed, slips[pair], manifold.tangent, manifold.twist);
    manifolds[pair].tangent = manifold.tangent;
    manifolds[pair].twist = manifold.twist;
    store(bodies.x, a);
    store(bodies.y, b);
}

#include "rigid/colors.glsl"

void main() {
    if (FUSED) solve_small_colors();
    else solve_own();
}
